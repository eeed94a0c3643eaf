// The tree shows where the page stands, the table of contents what is being read; drawers close when a link was followed.
(function () {
  var tree = document.getElementById('tree'), toc = document.getElementById('toc');

  function show() {
    var here = tree.querySelector('[aria-current]');
    if (here && tree.scrollHeight > tree.clientHeight) {
      tree.scrollTop += here.getBoundingClientRect().top - tree.getBoundingClientRect().top - tree.clientHeight / 3;
    }
  }
  if (tree) {
    show();
    tree.addEventListener('toggle', show);
  }

  if (!toc || !window.IntersectionObserver) return;
  toc.addEventListener('click', function (e) {
    if (e.target.closest('a') && toc.matches(':popover-open')) toc.hidePopover();
  });
  var links = Array.from(toc.querySelectorAll('a')), marked;
  var heads = links.map(function (a) { return document.getElementById(decodeURIComponent(a.hash.slice(1))); });
  function mark() {
    var last = -1;
    heads.forEach(function (h, i) { if (h && h.getBoundingClientRect().top < innerHeight / 3) last = i; });
    if (marked) marked.removeAttribute('aria-current');
    marked = links[last];
    if (marked) marked.setAttribute('aria-current', 'true');
  }
  var watch = new IntersectionObserver(mark, { rootMargin: '0px 0px -66% 0px' });
  heads.forEach(function (h) { if (h) watch.observe(h); });
})();
