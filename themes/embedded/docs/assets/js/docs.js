// The tree shows where the page stands; drawers close when a link was followed; a menu lists the versions in a file.
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

  if (toc) toc.addEventListener('click', function (e) {
    if (e.target.closest('a') && toc.matches(':popover-open')) toc.hidePopover();
  });

  // The versions.json of mike: [{"version": "1.0", "title": "1.0.1", "aliases": ["latest"]}], newest first.
  var menu = document.querySelector('[data-versions]');
  if (menu) {
    var root = new URL(menu.dataset.root, location.href), file = new URL(menu.dataset.versions, root), here = menu.querySelector('summary span:last-child');
    fetch(file).then(function (answer) { return answer.ok ? answer.json() : []; }).then(function (list) {
      var name = root.pathname.split('/').slice(-2)[0];
      list.forEach(function (v) {
        var item = document.createElement('li'), link = document.createElement('a');
        link.textContent = v.title || v.version;
        link.href = new URL(encodeURIComponent(v.version) + '/', file);
        if (v.version === name || (v.aliases || []).indexOf(name) >= 0) {
          link.setAttribute('aria-current', 'true');
          here.textContent = link.textContent;
        }
        item.append(link);
        menu.lastElementChild.append(item);
      });
      if (list.length) {
        here.textContent = here.textContent || name;
        menu.hidden = false;
      }
    }).catch(function () { /* no menu */ });
  }
})();
