/* The calculator's page: reads the forms, asks calculator-numbers.js, tells the answer in words, a picture and a call. */
"use strict";

(() => {
  const numbers = errbarNumbers;
  const LARGEST = 1e9;  // items: the exact limits stay within a blink
  const NARROW = "\u202f", MINUS = "\u2212";

  class Unusable extends Error {}

  // ---- words --------------------------------------------------------------------------------------------------

  const digits = (x, n) => (x === 0 ? "0" : x.toLocaleString("en", { maximumSignificantDigits: n, useGrouping: false }));
  const percent = (x, n = 3) => `${digits(100 * x, n)}${NARROW}%`;
  const whole = (x) => x.toLocaleString("en", { maximumFractionDigits: 0 });
  const points = (x, n = 3) => `${digits(100 * Math.abs(x), n)} point${digits(100 * Math.abs(x), n) === "1" ? "" : "s"}`;
  const pvalue = (p) => (p < 1e-4 ? "p < 0.0001" : `p = ${p.toFixed(p < 0.01 ? 4 : 3)}`);
  const plural = (n, word) => `${whole(n)} ${word}${n === 1 ? "" : "s"}`;

  // ---- reading ------------------------------------------------------------------------------------------------

  function number(form, name, { least = -Infinity, most = Infinity, count = false, optional = false } = {}) {
    const field = form.elements[name], label = field.closest("label").firstChild.textContent.trim();
    if (field.value.trim() === "" && optional) return null;
    const given = field.value.trim() === "" ? NaN : Number(field.value);
    const fault = Number.isNaN(given) ? "must be a number"
      : count && !Number.isInteger(given) ? "must be a whole number"
      : given < least ? `must be at least ${least}`
      : given > most ? `must be at most ${most.toLocaleString("en")}` : "";
    field.setAttribute("aria-invalid", fault ? "true" : "false");
    if (fault) throw new Unusable(`“${label}” ${fault}.`);
    return given;
  }

  const share = (form, name, least, most) => number(form, name, { least, most }) / 100;
  const level = (form) => share(form, "level", 50, 99.9999);
  const asGiven = (form, name) => Number((form.elements[name].value / 100).toPrecision(12));

  // ---- showing ------------------------------------------------------------------------------------------------

  function element(tag, words = "", name = "", ...inner) {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (words) made.textContent = words;
    made.append(...inner);
    return made;
  }

  /* An interval on a line; `zero` draws it, with what each side means. */
  function picture({ low, high, at, from, to, ends, zero = null }) {
    const place = (x) => `${100 * (x - from) / (to - from)}%`;
    const line = element("div", "", "interval"), bar = element("div", "", "bar"), dot = element("div", "", "dot");
    bar.style.left = place(low);
    bar.style.width = `${100 * (high - low) / (to - from)}%`;
    dot.style.left = place(at);
    line.append(bar, dot);
    if (zero) {
      const mark = element("div", "", "zero");
      mark.style.left = place(0);
      line.append(mark);
    }
    const below = element("div", "", "scale", ...ends.map((text) => element("span", text)));
    const all = element("div", "", "picture", ...(zero ? [element("div", "", "sides", ...zero.map((t) => element("span", t)))] : []), line, below);
    all.setAttribute("aria-hidden", "true");  // the sentence says the same
    return all;
  }

  function table(head, rows) {
    const cells = (tag, row) => element("tr", "", "", ...row.map((text) => element(tag, text)));
    return element("table", "", "", element("thead", "", "", cells("th", head)),
      element("tbody", "", "", ...rows.map((row) => cells("td", row))));
  }

  function code(text) {
    const block = element("div", "", "highlight", element("pre", text));
    if (window.addCopyButton) window.addCopyButton(block);
    return block;
  }

  // ---- the three questions ------------------------------------------------------------------------------------

  const nice = (x) => [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1].find((top) => x <= top);

  const asks = {
    bound(form) {
      const k = number(form, "errors", { least: 0, count: true }), n = number(form, "n", { least: 1, most: LARGEST, count: true });
      if (k > n) throw new Unusable(`${whole(k)} errors cannot be among ${plural(n, "example")}.`);
      const sure = level(form), given = asGiven(form, "level");
      const limits = (method, side) => numbers.bound(k, n, sure, method, side);
      const most = limits("clopper_pearson", "upper")[1], [low, high] = limits("clopper_pearson", "two-sided");
      const top = nice(Math.max(high, most)), between = (a, b) => `${percent(a, 4)} to ${percent(b, 4)}`;
      return [
        element("p", `${plural(k, "error")} of ${whole(n)} are ${percent(k / n)}. With ${percent(sure, 6)} confidence the true error rate is at most ${percent(most)}; an interval with both ends goes from ${percent(low)} to ${percent(high)}.`, "answer"),
        picture({ low, high, at: k / n, from: 0, to: top, ends: ["0", "", percent(top)] }),
        table(["", "at most", "between"], [
          ["guaranteed (Clopper-Pearson)", percent(most, 4), between(low, high)],
          ["approximate (Wilson)", percent(limits("wilson", "upper")[1], 4), between(...limits("wilson", "two-sided"))],
        ]),
        code(`eb.bound(${k}, ${n}${given === 0.95 ? "" : `, confidence_level=${given}`}, side="two-sided")`),
      ];
    },

    compare(form) {
      const count = (name) => number(form, name, { least: 0, most: LARGEST, count: true });
      const neither = count("neither"), first = count("first"), second = count("second"), both = count("both");
      const n = neither + first + second + both;
      if (n === 0) throw new Unusable("Count at least one example.");
      if (n > LARGEST) throw new Unusable(`At most ${whole(LARGEST)} examples.`);
      const sure = level(form), given = asGiven(form, "level");
      const { estimate, low, high, pvalue: p } = numbers.compare(first, second, n, sure);
      const better = estimate < 0 ? "A" : "B", apart = low > 0 || high < 0;
      const away = (x) => (x === 0 ? "0" : `${points(x)} ${x < 0 ? "less" : "more"}`);
      const told = estimate === 0 ? "A and B err equally often"
        : `A errs ${points(estimate)} ${estimate < 0 ? "less" : "more"} often than B`;
      const verdict = apart ? `${better} is better on examples like these` : "No difference is shown";
      const reach = nice(Math.max(-low, high));
      return [
        element("p", `${verdict}: ${told}, ${percent(sure, 6)} interval from ${away(low)} to ${away(high)}; ${pvalue(p)}.`, "answer"),
        picture({ low, high, at: estimate, from: -reach, to: reach, zero: ["← A better", "B better →"],
                  ends: [`${MINUS}${digits(100 * reach, 3)}`, "0", `+${digits(100 * reach, 3)} points`] }),
        table(["", "errors", "error rate"], [
          ["A", `${whole(first + both)} of ${whole(n)}`, percent((first + both) / n, 4)],
          ["B", `${whole(second + both)} of ${whole(n)}`, percent((second + both) / n, 4)],
          ["A − B", `${whole(first)} − ${whole(second)}`, `${digits(100 * estimate, 4).replace("-", MINUS)} points`],
        ]),
        code([
          `counts = [${both}, ${first}, ${second}, ${neither}]  # both wrong, only A, only B, none`,
          'wrong = {"A": np.repeat([1, 1, 0, 0], counts), "B": np.repeat([1, 0, 1, 0], counts)}',
          `scores = eb.Scores.from_table({"item": range(${n}), **wrong}, item="item", loss=["A", "B"])`,
          `eb.infer(scores, model="A", versus="B", null=0${given === 0.95 ? "" : `, confidence_level=${given}`})`,
        ].join("\n")),
      ];
    },

    design(form) {
      const two = form.elements.want.value === "two";
      for (const field of form.querySelectorAll("[data-only=two]")) field.hidden = !two;
      const gap = share(form, "points", 0.0001, 99), sure = level(form);
      const known = two ? number(form, "differ", { least: 0.0001, most: 99.9999, optional: true }) : null;
      form.elements.error.closest("label").hidden = known !== null;
      const error = share(form, "error", 0.0001, 99.9999), more = asGiven(form, "level") === 0.95 ? "" : `, confidence_level=${asGiven(form, "level")}`;
      if (!two) {
        const rows = [0.5, 1, 2].map((factor) => [`±${NARROW}${points(factor * gap)}`, whole(numbers.itemsForHalfWidth(factor * gap, error, sure))]);
        return [
          element("p", `${plural(numbers.itemsForHalfWidth(gap, error, sure), "example")}: then the ${percent(sure, 6)} interval of an error rate near ${percent(error)} is about ±${NARROW}${points(gap)}.`, "answer"),
          table(["to within", "examples"], rows),
          code(`eb.design(half_width=${asGiven(form, "points")}, error=${asGiven(form, "error")}${more})`),
        ];
      }
      const power = share(form, "power", 1, 99.9);
      if (known === null && gap > Math.max(error, 1 - error)) throw new Unusable(`Where one error rate is ${percent(error)} two models cannot differ by ${points(gap)}.`);
      if (known !== null && gap > known / 100) throw new Unusable(`Models that disagree on ${percent(known / 100)} cannot differ by ${points(gap)}.`);
      const differ = (g) => (known === null ? numbers.discordanceOf(error, g) : known / 100);
      const items = (g) => numbers.itemsForDifference(g, differ(g), power, sure);
      const extra = asGiven(form, "power") === 0.8 ? "" : `, power=${asGiven(form, "power")}`;
      const how = known === null ? `error=${asGiven(form, "error")}` : `discordance=${asGiven(form, "differ")}`;
      return [
        element("p", `${plural(items(gap), "example")}, the same for both models: then a true difference of ${points(gap)} is seen with a chance of ${percent(power, 4)}, if they disagree on ${percent(differ(gap), 4)} of the examples.`, "answer"),
        table(["a difference of", "examples"], [0.5, 1].map((factor) => [points(factor * gap), whole(items(factor * gap))])),
        code(`eb.design(effect=${asGiven(form, "points")}, ${how}${extra}${more})`),
      ];
    },
  };

  function answer(form) {
    const output = form.querySelector("output");
    try {
      output.replaceChildren(...asks[form.dataset.kind](form));
    } catch (fault) {
      if (!(fault instanceof Unusable || fault instanceof RangeError)) throw fault;
      output.replaceChildren(element("p", fault.message, "answer unusable"));
    }
  }

  for (const form of document.querySelectorAll("form.calculator")) {
    form.addEventListener("input", () => answer(form));
    form.addEventListener("submit", (event) => event.preventDefault());
    answer(form);
  }
})();
