// The field above a long tree shows the pages whose names contain its text, with the groups that they are in.
(function () {
  var tree = document.getElementById('tree'), field = tree.querySelector('[type=search]');
  field.hidden = false;
  field.addEventListener('input', function () {
    var text = field.value.trim().toLowerCase();
    tree.querySelectorAll('li').forEach(function (item) {
      item.hidden = text && item.textContent.toLowerCase().indexOf(text) < 0;
    });
    tree.querySelectorAll('details').forEach(function (group) {
      if (group.dataset.open === undefined) group.dataset.open = group.open ? 'y' : '';
      group.open = text || group.dataset.open;
    });
  });
})();
