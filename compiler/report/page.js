// Lights up a task in chart, graph and source together; keeps the page where
// it is when a task's line is shown in the source pane. The page works without.
(function () {
  "use strict";
  var all = function (selector, root) {
    return Array.prototype.slice.call((root || document).querySelectorAll(selector));
  };
  function light(key, on) {
    all('[data-t="' + key + '"]').forEach(function (e) { e.classList.toggle("lit", on); });
    all("[data-ends]").forEach(function (e) {
      var ends = e.getAttribute("data-ends").split(" ");
      if (ends[0] !== key && ends[1] !== key) return;
      e.classList.toggle("lit", on);
      e.ownerSVGElement.classList.toggle("faded", on);
    });
  }
  function show(line) {
    for (var e = line; e; e = e.parentElement)
      if (e.tagName === "DETAILS" && e.classList.contains("file")) e.open = true;
    if (line.tagName === "DETAILS") line.open = true;
    all(".row.lit").forEach(function (e) { e.classList.remove("lit"); });
    (line.matches(".row") ? line : line.querySelector(".row")).classList.add("lit");
    var pane = line.closest(".sources");
    if (pane && getComputedStyle(pane).position === "sticky") {
      var dy = line.getBoundingClientRect().top - pane.getBoundingClientRect().top;
      pane.scrollTo({ top: pane.scrollTop + dy - pane.clientHeight / 3 });
    } else {
      line.scrollIntoView({ block: "center" });
    }
  }
  all("[data-t]").forEach(function (e) {
    var key = e.getAttribute("data-t");
    ["mouseenter", "focus"].forEach(function (n) { e.addEventListener(n, function () { light(key, true); }); });
    ["mouseleave", "blur"].forEach(function (n) { e.addEventListener(n, function () { light(key, false); }); });
  });
  function lineOf(hash) {
    return /^#f\d+L\d+$/.test(hash || "") ? document.getElementById(hash.slice(1)) : null;
  }
  if (lineOf(location.hash)) show(lineOf(location.hash));
  document.addEventListener("click", function (event) {
    var link = event.target.closest ? event.target.closest("a") : null;
    var line = link ? lineOf(link.getAttribute("href")) : null;
    if (!line) return;
    event.preventDefault();
    show(line);
  });
})();
