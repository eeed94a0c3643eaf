// Loads the comments of a page when readers come near them: Giscus, Utterances or Remark42, as the section says.
(function () {
  var box = document.currentScript.previousElementSibling, root = document.documentElement;
  if (!box) return;
  box.parentNode.hidden = false;
  function load() {
    var script = document.createElement('script'), theme = root.dataset.theme;
    for (var name in box.dataset) if (name !== 'src') script.dataset[name] = box.dataset[name];
    if (theme && script.dataset.theme) script.dataset.theme = (/utteranc/.test(box.dataset.src) ? 'github-' : '') + theme;
    // Utterances reads the attributes without data-.
    Array.from(script.attributes).forEach(function (a) { script.setAttribute(a.name.slice(5), a.value); });
    if (box.dataset.host) {
      var dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
      window.remark_config = { host: box.dataset.host, site_id: box.dataset.site, locale: box.dataset.lang, theme: dark ? 'dark' : 'light' };
      script.type = 'module';
    }
    script.crossOrigin = 'anonymous';
    script.async = true;
    script.src = box.dataset.src;
    box.append(script);
  }
  if (!window.IntersectionObserver) return load();
  var watch = new IntersectionObserver(function (seen) {
    if (!seen[0].isIntersecting) return;
    watch.disconnect();
    load();
  }, { rootMargin: '600px' });
  watch.observe(box.parentNode);
})();
