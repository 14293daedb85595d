/* A button on every piece of code. Of a session (>>>) it copies what was typed, not what was printed. */
"use strict";

(() => {
  function typed(text) {
    const lines = text.replace(/\n+$/, "").split("\n");
    const prompts = lines.some((line) => line.startsWith(">>> ")) ? /^(>>>|\.\.\.)( |$)/ : lines.some((line) => line.startsWith("$ ")) ? /^\$ / : null;
    if (prompts === null) return lines.join("\n");
    return lines.filter((line) => prompts.test(line)).map((line) => line.replace(prompts, "")).join("\n");
  }

  function bySelection(text) {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }

  window.addCopyButton = (block) => {
    const pre = block.querySelector("pre"), button = document.createElement("button");
    button.type = "button";
    button.className = "copy-code";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const text = typed(pre.textContent);
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        bySelection(text);  // a file on disk has no clipboard of its own in some browsers
      }
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    block.append(button);
  };

  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("article div.highlight").forEach(window.addCopyButton));
})();
