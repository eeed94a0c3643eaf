// Tabs with the same data-sync show the tab of the same title, on this page and on the next ones.
(function () {
  var all = document.querySelectorAll('.tabs[data-sync]');
  function labels(box) { return Array.from(box.children).filter(function (e) { return e.localName === 'label'; }); }
  function choose(box, title) {
    labels(box).forEach(function (label) { if (label.textContent === title) label.control.checked = true; });
  }
  all.forEach(function (box) {
    var key = 'tab-' + box.dataset.sync;
    try { choose(box, localStorage.getItem(key)); } catch (e) { /* no storage */ }
    box.addEventListener('change', function (e) {
      if (e.target.parentNode !== box) return;
      var title = e.target.labels[0].textContent, top = box.getBoundingClientRect().top;
      all.forEach(function (other) { if (other.dataset.sync === box.dataset.sync) choose(other, title); });
      scrollBy({ top: box.getBoundingClientRect().top - top, behavior: 'instant' });
      try { localStorage.setItem(key, title); } catch (e) { /* no storage */ }
    });
  });
})();
