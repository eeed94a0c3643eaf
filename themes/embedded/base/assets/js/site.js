// What every page does with JavaScript: light and dark, the announcement, copy buttons, menus that close, the heading that is read, the search on demand.
(function () {
  var doc = document, root = doc.documentElement, here = doc.currentScript.dataset;

  function keep(key, value) {
    try { localStorage.setItem(key, value); } catch (e) { /* not kept */ }
  }

  doc.querySelectorAll('[data-toggle-theme]').forEach(function (button) {
    var states = ['', 'light', 'dark'], names = button.dataset.toggleTheme.split('|'), label = button.ariaLabel;
    function tell() { button.title = button.ariaLabel = label + ': ' + names[states.indexOf(root.dataset.theme || '')]; }
    button.hidden = false;
    button.addEventListener('click', function () {
      var next = states[(states.indexOf(root.dataset.theme || '') + 1) % 3];
      if (next) root.dataset.theme = next; else delete root.dataset.theme;
      keep('theme', next);
      tell();
    });
    tell();
  });

  doc.querySelectorAll('[data-close-announcement]').forEach(function (button) {
    button.hidden = false;
    button.addEventListener('click', function () {
      root.dataset.closed = '';
      keep('announcement', doc.querySelector('[data-announcement]').dataset.announcement);
    });
  });

  if (navigator.clipboard) doc.querySelectorAll('.code').forEach(function (box) {
    var code = box.querySelector('code');
    if (!code) return;
    var button = doc.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.title = here.copy;
    button.innerHTML = '<svg width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path/></svg><span class="sr"></span>';
    function tell(text, drawing) {
      button.lastChild.textContent = text;
      button.querySelector('path').setAttribute('d', drawing);
    }
    function rest() { tell(here.copy, 'M7 7h8v8H7zM11 4V3H3v8h1'); }
    rest();
    button.addEventListener('click', function () {
      var text = code.cloneNode(true);
      text.querySelectorAll('.ln, .del').forEach(function (e) { e.remove(); });
      navigator.clipboard.writeText(text.textContent).then(function () {
        tell(here.copied, 'm3 9.5 4 4 8-9');
        setTimeout(rest, 2000);
      });
    });
    box.append(button);
  });

  // The search comes when it is first wanted: its style sheet, before those that may change it, then search.js, which
  // listens itself.
  var way = doc.querySelector('.search-open:not(main *)'), wanted;
  function search(e) {
    if (e) e.preventDefault();
    if (wanted) return doc.dispatchEvent(new Event('search-open'));
    var sheet = doc.createElement('link');
    wanted = doc.createElement('script');
    sheet.onerror = wanted.onerror = function () { location = way.href; };
    sheet.onload = function () { doc.head.append(wanted); };
    sheet.rel = 'stylesheet';
    sheet.href = here.sheet;
    wanted.src = here.src;
    doc.head.prepend(sheet);
  }
  if (way && here.src) {
    way.querySelectorAll('kbd').forEach(function (keys) {
      if (/Mac|iP/.test(navigator.platform)) keys.textContent = '⌘ K';
      keys.hidden = false;
    });
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

  // The table of contents shows what is being read: the last heading above a line that is just below the place where a
  // jump to a heading ends.
  var toc = doc.querySelector('#toc, .post > .toc');
  if (!toc) return;
  var links = [...toc.querySelectorAll('a')], button = doc.querySelector('[popovertarget=toc]'), name = button && button.textContent, marked;
  var heads = links.map(a => doc.getElementById(decodeURIComponent(a.hash.slice(1))));
  function mark() {
    var last = -1;
    heads.forEach(function (h, i) { if (h && h.getBoundingClientRect().top < 150) last = i; });
    if (marked == links[last]) return;
    if (marked) marked.ariaCurrent = null;
    if (marked = links[last]) marked.ariaCurrent = true;
    // On narrow screens, the button that opens the table has the heading, once the reader is past the beginning.
    if (button) button.textContent = last > 0 ? marked.textContent : name;
  }
  addEventListener('scroll', mark);
  mark();
})();
