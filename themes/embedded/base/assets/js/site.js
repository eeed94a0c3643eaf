// What every page does with JavaScript: light and dark, copy buttons, menus that close, the search on demand.
(function () {
  var doc = document, root = doc.documentElement, here = doc.currentScript.dataset;

  doc.querySelectorAll('[data-toggle-theme]').forEach(function (button) {
    button.hidden = false;
    button.addEventListener('click', function () {
      var dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
      root.dataset.theme = dark ? 'light' : 'dark';
      try { localStorage.setItem('theme', root.dataset.theme); } catch (e) { /* not kept */ }
    });
  });

  if (navigator.clipboard) doc.querySelectorAll('.code').forEach(function (box) {
    var code = box.querySelector('code');
    if (!code) return;
    var button = doc.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = here.copy;
    button.addEventListener('click', function () {
      var text = code.cloneNode(true);
      text.querySelectorAll('.ln, .del').forEach(function (e) { e.remove(); });
      navigator.clipboard.writeText(text.textContent).then(function () {
        button.textContent = here.copied;
        setTimeout(function () { button.textContent = here.copy; }, 2000);
      });
    });
    box.append(button);
  });

  function closeMenus(except) {
    doc.querySelectorAll('.menu[open]').forEach(function (menu) { if (!menu.contains(except)) menu.open = false; });
  }
  doc.addEventListener('click', function (e) { closeMenus(e.target); });
  doc.addEventListener('keydown', function (e) {
    if (e.key !== 'Escape') return;
    var menu = doc.activeElement && doc.activeElement.closest('.menu[open]');
    closeMenus();
    if (menu) menu.firstElementChild.focus();
  });
})();
