"""lm-evaluation-harness' own program with its dummy model on two local tasks: samples files, written into a folder.

python lm_eval_runs.py FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from lm_eval.__main__ import cli_evaluate

CHOICE = """task: local_choice
dataset_path: json
dataset_kwargs:
  data_files:
    test: {data}
test_split: test
output_type: multiple_choice
doc_to_text: "{{{{question}}}}"
doc_to_choice: "{{{{choices}}}}"
doc_to_target: answer
metric_list:
  - metric: acc
  - metric: acc_norm
"""
WORDS = """task: local_words
dataset_path: json
dataset_kwargs:
  data_files:
    test: {data}
test_split: test
output_type: generate_until
doc_to_text: "{{{{question}}}}"
doc_to_target: "{{{{answer}}}}"
generation_kwargs:
  until: ["\\n"]
metric_list:
  - metric: exact_match
filter_list:
  - name: strict-match
    filter:
      - function: take_first
  - name: flexible-extract
    filter:
      - function: lowercase
      - function: take_first
"""


def main(root: Path) -> None:
    tasks = root / "tasks"
    tasks.mkdir(parents=True)
    choices = [
        {"question": f"What follows {i}?", "choices": [f"{i}", f"{i + 1}", "none"], "answer": 1, "topic": "ab"[i % 2]}
        for i in range(40)
    ]
    words = [{"question": f"Say {i}", "answer": "lol" if i % 3 else f"{i}"} for i in range(30)]
    for name, yaml, rows in (("choice", CHOICE, choices), ("words", WORDS, words)):
        data = tasks / f"{name}.jsonl"
        data.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
        (tasks / f"{name}.yaml").write_text(yaml.format(data=data.as_posix()), encoding="utf-8")
    for folder, seed in (("a", "1"), ("b", "2"), ("a", "3")):  # a is run twice
        sys.argv = ["lm_eval", "--model", "dummy", "--tasks", "local_choice,local_words", "--include_path", str(tasks),
                    "--output_path", str(root / "out" / folder), "--log_samples", "--seed", seed]  # fmt: skip
        cli_evaluate()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
