// The tree shows where the page stands; drawers close when a link was followed.
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
})();
