// Keys for the open picture of a gallery: Escape, and the arrows in the direction of reading.
document.addEventListener('keydown', function (e) {
  var open = document.querySelector('.gallery > :target'), turned = document.dir === 'rtl';
  if (!open) return;
  var keys = { Escape: '.shut', ArrowLeft: turned ? '.next' : '.prev', ArrowRight: turned ? '.prev' : '.next' };
  var link = keys[e.key] && open.querySelector(keys[e.key]);
  if (!link) return;
  e.preventDefault();
  link.click();
});
