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

  // search.js comes when it is first wanted, and then listens itself.
  var way = doc.querySelector('.search-open'), wanted;
  function search(e) {
    if (e) e.preventDefault();
    if (wanted) return doc.dispatchEvent(new Event('search-open'));
    wanted = doc.createElement('script');
    wanted.onerror = function () { location = way.href; };
    wanted.src = here.src;
    doc.head.append(wanted);
  }
  if (way && here.src) {
    way.addEventListener('click', function (e) { if (!e.ctrlKey && !e.metaKey && !e.shiftKey) search(e); });
    doc.addEventListener('keydown', function (e) {
      var command = e.ctrlKey || e.metaKey;
      if (e.key === 'k' && command || e.key === '/' && !command && !e.altKey && !e.target.closest('input, textarea, select, [contenteditable]')) search(e);
    });
    if (doc.querySelector('.search-page') && /[?&]q=./.test(location.search)) search();
  }

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
