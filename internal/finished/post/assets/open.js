// Opens the search of a finished site: on a click on a link to its page, and with "/", Ctrl-K, or Cmd-K.
(function () {
  var doc = document, here = new URL('.', doc.currentScript.src), language = doc.documentElement.lang.toLowerCase();
  var known = LANGUAGES, chosen = known[language] || known[language.split('-')[0]] || known[''], wanted;

  function open(e) {
    e && e.preventDefault();
    if (wanted) return doc.dispatchEvent(new Event('search-open'));
    // search.js reads where the index is, and its words.
    var link = doc.createElement('a'), sheet = doc.createElement('link');
    link.className = 'search-open';
    link.hidden = true;
    link.dataset.index = new URL(chosen.folder + 'index.js', here);
    link.dataset.words = chosen.words;
    doc.body.prepend(link);
    wanted = doc.createElement('script');
    wanted.src = new URL('search.js', here);
    sheet.onload = function () { doc.head.append(wanted); };
    sheet.rel = 'stylesheet';
    sheet.href = new URL('search.css', here);
    doc.head.prepend(sheet);
  }

  doc.addEventListener('click', function (e) {
    var link = e.target.closest('a[href]');
    if (!link || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    if (link.href.split(/(?:index\.html)?(?:[?#]|$)/)[0] === new URL(chosen.folder, here).href) open(e);
  });
  doc.addEventListener('keydown', function (e) {
    var command = e.ctrlKey || e.metaKey;
    if (e.key === 'k' && command || e.key === '/' && !command && !e.altKey && !e.target.closest('input, textarea, select, [contenteditable]')) open(e);
  });
  if (/[?&]q=./.test(location.search) && doc.querySelector('.search-page')) open();
})();
