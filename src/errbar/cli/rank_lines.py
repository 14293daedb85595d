"""A ranking on the terminal: who is tied for best, every model's interval drawn, the groups, the comparisons."""

from __future__ import annotations

from math import isnan, nan
from textwrap import wrap

import numpy as np

from errbar.answers.ranking import DatasetRanking, ModelRanking, Ranking
from errbar.cli.bars import Bar, bars
from errbar.cli.terminal import Terminal
from errbar.methods import METHODS
from errbar.show.as_text import counted, number, percent
from errbar.show.ranking import (
    PAIRS,
    SHOWN,
    datasets_sentence,
    friedman_sentence,
    in_brackets,
    pairs_text,
    rank_words,
    tests_of,
    tied_sentence,
    unit_of,
    unit_of_pairs,
)
from errbar.show.sentence import loss_name


def print_ranking(ranking: Ranking, terminal: Terminal) -> None:
    from rich.text import Text

    out = terminal
    sentence = datasets_sentence(ranking) if isinstance(ranking, DatasetRanking) else tied_sentence(ranking)
    out.line(Text(sentence, style="" if out.plain else "bold green"))
    out.line()
    if isinstance(ranking, DatasetRanking):
        _ranks(ranking, out)
        test = tests_of(ranking.across)
    else:
        assert isinstance(ranking, ModelRanking)
        _errors(ranking, out)
        test = ranking.method
    out.line()
    head, *rows = pairs_text(ranking, test)
    out.line(head)
    for row in rows if max(map(len, rows)) <= out.width else _narrow_pairs(ranking, out.width):
        out.line(row)
    out.line()
    ranks = [f"{name} {words}" for name, words in rank_words(ranking).items()][:SHOWN]
    out.under("ranks ", f"{'; '.join(ranks)} (of {len(ranking.models)})")
    if ranking.control is None:
        letters = [f"{name} {words}" for name, words in ranking.letters.items()][:SHOWN]
        out.under("alike ", f"{'; '.join(letters)} (who share a letter are not shown to differ)")
    out.under("next  ", _next(ranking))
    for note in ranking.notes:
        out.under("note  ", note)


def _narrow_pairs(ranking: Ranking, width: int) -> list[str]:
    """The comparisons in few columns; names that do not fit there stand on lines of their own, whole."""
    order = np.argsort(ranking.pairs.adjusted_pvalue, kind="stable")[:PAIRS]
    pairs = [ranking.pairs[int(i)] for i in order]
    equivalent = not isnan(pairs[0].get("p_equivalent", nan))
    unit = unit_of_pairs(ranking)
    cells = [("a", "b", f"a - b{in_brackets(unit)}", *(["P(equivalent)"] if equivalent else []), "adjusted p")]
    for pair in pairs:
        difference = unit.bare(pair["estimate"]) if "estimate" in pair else number(pair["rank_difference"], 3)
        share = [f"{pair['p_equivalent']:.3f}"] if equivalent else []
        cells.append((pair["a"], pair["b"], difference, *share, number(pair["adjusted_pvalue"], 3)))
    room = width - 2 - 16 * (len(cells[0]) - 2)
    wide = [max(len(row[i]) for row in cells) for i in (0, 1)]
    if sum(wide) <= room:
        return [f"{a:<{wide[0]}}  {b:<{wide[1]}}" + "".join(f"  {cell:>14}" for cell in rest) for a, b, *rest in cells]
    lines = []
    for a, b, *rest in cells:
        lines += [*wrap(f"{a} - {b}", width), "".join(f"  {cell:>14}" for cell in rest)]
    return lines


def _errors(ranking: ModelRanking, out: Terminal) -> None:
    """Intervals of all models, the one that holds for all at once drawn light; tied models are marked."""
    tied, mark = set(ranking.tied), "*" if out.plain else "●"
    unit = unit_of(ranking)
    f, bare = unit.factor, unit.bare
    rows = [
        Bar(
            f"{mark if name in tied else ' '} {name}",
            f * ranking.estimate[i],
            f * ranking.simultaneous_low[i],
            f * ranking.simultaneous_high[i],
            (f * ranking.low[i], f * ranking.high[i]),
            f"{unit(ranking.estimate[i])} [{bare(ranking.low[i])}, {bare(ranking.high[i])}]",
            "green" if name in tied else "cyan",
        )
        for i, name in enumerate(ranking.models[:SHOWN])
    ]
    for line in bars(rows, None, out.width, out.plain, unit.word.strip()):
        out.console.print(line, no_wrap=True, overflow="crop", crop=False)
    if len(ranking.models) > SHOWN:
        out.line(f"... and {len(ranking.models) - SHOWN} more")
    out.line()
    heavy, light = ("===", "---") if out.plain else ("━━━", "───")
    level = percent(ranking.confidence_level)
    better = "higher" if ranking.greater_is_better else "lower"
    out.under("key   ", f"{mark} tied for best; {heavy} {level} interval; {light} all {len(ranking.models)} at once")
    out.under("scale ", f"{loss_name(ranking.loss)}, {better} is better")
    out.under("for   ", f"{ranking.target} ({ranking.error_method}, {_work(ranking)})")


def _work(ranking: ModelRanking) -> str:
    return f"{counted(ranking.n_splits, 'split')}, {counted(ranking.n_fits, 'fit')}"


def _ranks(ranking: DatasetRanking, out: Terminal) -> None:
    """Average ranks, and a column of strokes for every group of which no two models were shown to differ."""
    tied = set(ranking.tied)
    stroke = "|" if out.plain else "┃"
    groups = [clique for clique in ranking.cliques if len(clique) > 1]
    room = max(12, out.width - 34 - 2 * len(groups))
    names = [name if len(name) <= room else "" for name in ranking.models[:SHOWN]]
    wide = max(len("model"), *map(len, names))
    out.line(f"  {'model':<{wide}}  {'rank':>6}  {'mean':>8}  {'best on':>9}  {'groups' if groups else ''}".rstrip())
    for i, name in enumerate(names):
        strokes = " ".join(stroke if ranking.models[i] in clique else " " for clique in groups)
        best = f"{ranking.wins[i]} of {len(ranking.datasets)}"
        mark = "*" if ranking.models[i] in tied else " "
        rank = f"{ranking.average_rank[i]:>6.2f}  {number(ranking.mean[i]):>8}  {best:>9}"
        if not name:
            out.under("", ranking.models[i])
        out.line(f"{mark} {name:<{wide}}  {rank}  {strokes}".rstrip())
    if len(ranking.models) > SHOWN:
        out.line(f"... and {len(ranking.models) - SHOWN} more")
    out.line()
    whom = ranking.control or ranking.models[0]
    out.under("key   ", f"* not shown to differ from {whom}; models joined by a stroke are not shown to differ")
    out.under("test  ", friedman_sentence(ranking))


def _next(ranking: Ranking) -> str:
    if isinstance(ranking, DatasetRanking):
        return "More data sets tell more models apart; more splits of the same data sets do not."
    if len(ranking.tied) == 1:
        return "The best model is settled at this level; more data would only narrow its interval."
    if isinstance(ranking, ModelRanking) and METHODS[ranking.error_method].target == "procedure":
        return "To tell the tied models apart takes more training runs of each, and more items."
    if getattr(ranking, "n_fits", 0) == 0:
        return "To tell the tied models apart takes more items: 4 times as many for half the width."
    return (
        "To tell the tied models apart takes more data (4 times as many for half the width); more splits help little."
    )
