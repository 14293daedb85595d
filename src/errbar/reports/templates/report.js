"use strict";
(function () {
  function all(what, where) { return Array.prototype.slice.call((where || document).querySelectorAll(what)); }

  // copying: through the clipboard, or a selection where there is none
  function select(text) {
    var range = document.createRange(), selection = window.getSelection(), hidden = text.hidden;
    text.hidden = false;
    range.selectNodeContents(text);
    selection.removeAllRanges();
    selection.addRange(range);
    var ok = document.execCommand("copy");
    text.hidden = hidden;
    return ok;
  }
  function done(button, ok) {
    var word = ok ? "Copied" : "Selected", before = button.getAttribute("data-word") || button.textContent;
    button.setAttribute("data-word", before);
    button.textContent = word;
    document.getElementById("said").textContent = word + ": " + button.getAttribute("data-name");
    setTimeout(function () { button.textContent = before; }, 2000);
  }
  all("button[data-copies]").forEach(function (button) {
    button.addEventListener("click", function () {
      var text = document.getElementById(button.getAttribute("data-copies"));
      if (navigator.clipboard && navigator.clipboard.writeText) {
        navigator.clipboard.writeText(text.textContent).then(
          function () { done(button, true); },
          function () { done(button, select(text)); });
      } else {
        done(button, select(text));
      }
    });
  });

  // pictures: what a row says when it is touched, and the value under the pointer
  all("figure").forEach(function (figure) {
    var readout = figure.querySelector(".readout");
    if (!readout) { return; }
    function say(text) { readout.textContent = text; }
    all("[data-says]", figure).forEach(function (row) {
      ["pointerenter", "focus"].forEach(function (event) {
        row.addEventListener(event, function () { say(row.getAttribute("data-says")); });
      });
      row.addEventListener("blur", function () { say(""); });
    });
    all("svg.steps", figure).forEach(function (svg) {
      var series = JSON.parse(svg.getAttribute("data-series")), ends = JSON.parse(svg.getAttribute("data-ends"));
      var cross = svg.querySelector(".cross");
      svg.addEventListener("pointermove", function (event) {
        var box = svg.getBoundingClientRect(), x = (event.clientX - box.left) * svg.viewBox.baseVal.width / box.width;
        if (x < ends.left || x > ends.right) { return; }
        var value = ends.low + (x - ends.left) / (ends.right - ends.left) * (ends.high - ends.low);
        cross.setAttribute("x1", x); cross.setAttribute("x2", x); cross.removeAttribute("hidden");
        say(series.map(function (one) {
          var under = one.values.filter(function (v) { return v <= value; }).length;
          return (one.name ? one.name + ": " : "") + "at most " + value.toPrecision(3) + ends.unit + " in " +
            Math.round(100 * under / one.values.length) + " % of splits";
        }).join("; "));
      });
    });
    figure.addEventListener("pointerleave", function () {
      say("");
      all(".cross", figure).forEach(function (line) { line.setAttribute("hidden", ""); });
    });
  });
})();
