// Draws diagrams with Mermaid, in the colours of the page. Mermaid writes style elements and attributes, which a strict
// Content-Security-Policy forbids; here they become style sheets and properties made by script, which it does not.
(function () {
  var doc = document, root = doc.documentElement, here = doc.currentScript.dataset, boxes = doc.querySelectorAll('.mermaid');
  if (!boxes.length || !doc.adoptedStyleSheets || !window.IntersectionObserver) return;

  // A stand-in for a style element: its rules go into a style sheet made by script.
  function adopt(element) {
    var sheet = new CSSStyleSheet(), text = '';
    doc.adoptedStyleSheets = doc.adoptedStyleSheets.concat(sheet);
    ['innerHTML', 'textContent'].forEach(function (name) {
      Object.defineProperty(element, name, { get: function () { return text; }, set: function (rules) { sheet.replaceSync(text = rules); } });
    });
    return element;
  }
  // Style attributes are set by property; in markup they are called data-style until then.
  function inert(markup) { return String(markup).replace(/ style=(?=["'])/g, ' data-style='); }
  function style(tree) {
    tree.querySelectorAll('[data-style]').forEach(function (e) {
      if (e.style) e.style.cssText = e.dataset.style;
      e.removeAttribute('data-style');
    });
  }
  var create = doc.createElement, createNS = doc.createElementNS, set = Element.prototype.setAttribute, parse = DOMParser.prototype.parseFromString;
  var html = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  function permit() {
    doc.createElement = function (name, o) { return /^style$/i.test(name) ? adopt(create.call(doc, 'template')) : create.call(doc, name, o); };
    doc.createElementNS = function (space, name, o) { return /^style$/i.test(name) ? adopt(createNS.call(doc, space, 'desc')) : createNS.call(doc, space, name, o); };
    Element.prototype.setAttribute = function (name, value) {
      if (name === 'style' && this.style) this.style.cssText = value; else set.call(this, name, value);
    };
    Object.defineProperty(Element.prototype, 'innerHTML', {
      configurable: true, enumerable: true, get: html.get,
      set: function (markup) { html.set.call(this, inert(markup)); style(this); }
    });
    DOMParser.prototype.parseFromString = function (markup, type) { return parse.call(this, inert(markup), type); };
  }
  function forbid() {
    delete doc.createElement;
    delete doc.createElementNS;
    Element.prototype.setAttribute = set;
    Object.defineProperty(Element.prototype, 'innerHTML', html);
    DOMParser.prototype.parseFromString = parse;
  }

  // The value of a custom property as rgb(…), light or dark.
  function colours(scheme) {
    var probe = doc.createElement('i');
    probe.style.colorScheme = scheme;
    probe.hidden = true;
    doc.body.append(probe);
    var value = function (name) {
      probe.style.color = 'var(--' + name + ')';
      return getComputedStyle(probe).color;
    };
    var bg = value('sg-bg'), fg = value('sg-fg'), box = value('sg-surface'), line = value('sg-muted'), on = value('sg-accent-fg');
    var all = {
      darkMode: scheme === 'dark', background: bg, mainBkg: box, primaryColor: box, primaryTextColor: fg, primaryBorderColor: line, lineColor: line,
      secondaryColor: value('sg-code-bg'), secondaryTextColor: fg, tertiaryColor: value('sg-code-bg'), tertiaryTextColor: fg, textColor: fg, titleColor: fg, nodeBorder: line,
      noteBkgColor: value('sg-code-bg'), noteTextColor: fg, noteBorderColor: line, edgeLabelBackground: bg, clusterBkg: value('sg-code-bg'), clusterBorder: value('sg-line'),
      pieSectionTextColor: on, pieOpacity: 1, pieStrokeColor: bg, pieOuterStrokeColor: line, taskBkgColor: value('sg-accent'), taskTextColor: on, taskTextDarkColor: fg,
      taskBorderColor: value('sg-accent'), taskTextOutsideColor: fg, gridColor: line, sectionBkgColor: box, altSectionBkgColor: bg, sectionBkgColor2: box, todayLineColor: value('red'),
      fontFamily: getComputedStyle(doc.body).fontFamily
    };
    ['sg-accent', 'blue', 'violet', 'amber', 'green', 'red', 'sg-accent', 'blue', 'violet', 'amber', 'green', 'red'].forEach(function (name, i) {
      all['pie' + (i + 1)] = all['cScale' + i] = value(name);
      all['cScaleLabel' + i] = on;
      if (i < 8) { all['git' + i] = value(name); all['gitBranchLabel' + i] = on; }
    });
    probe.remove();
    return all;
  }

  var number = 0;
  function render(text, scheme, width) {
    mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', suppressErrorRendering: true, htmlLabels: false, flowchart: { htmlLabels: false }, gantt: { useWidth: width }, theme: 'base', themeVariables: colours(scheme) });
    return mermaid.render('diagram-' + ++number, text).then(function (out) {
      var svg = doc.importNode(new DOMParser().parseFromString(out.svg, 'image/svg+xml').documentElement, true);
      svg.querySelectorAll('template').forEach(function (e) { e.remove(); });
      svg.style.cssText = svg.dataset.style || '';
      svg.removeAttribute('data-style');
      style(svg);
      svg.style.minWidth = Math.min(parseFloat(svg.style.maxWidth) || 0, 480) + 'px';
      return svg;
    });
  }

  function draw() {
    var dark = getComputedStyle(root).colorScheme === 'dark' || root.dataset.theme !== 'light' && !root.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches;
    var sheets = doc.adoptedStyleSheets;
    permit();
    var work = Promise.resolve(), old = number ? [] : null;
    boxes.forEach(function (box) {
      var text = box.querySelector('code').textContent;
      work = work.then(function () { return render(text, dark ? 'dark' : 'light', box.clientWidth); }).then(function (svg) {
        return (dark ? render(text, 'light', box.clientWidth) : Promise.resolve()).then(function (paper) {
          place(box, 'screen', svg);
          place(box, 'paper', paper);
          box.classList.add('drawn');
        });
      }).catch(function (e) {
        place(box, 'problem', String(e.message || e));
        box.classList.add('wrong');
      });
    });
    return work.then(forbid, forbid).then(function () {
      if (old) doc.adoptedStyleSheets = doc.adoptedStyleSheets.filter(function (s) { return sheets.indexOf(s) < 0; });
    });
  }

  function place(box, name, what) {
    var to = box.querySelector('.' + name);
    if (!to) {
      to = doc.createElement('div');
      to.className = name === 'problem' ? name : 'drawing ' + name;
      if (name === 'screen') {
        to.tabIndex = 0;
        to.setAttribute('role', 'group');
        to.setAttribute('aria-label', box.dataset.label);
        box.querySelector('.code').after(to);
      } else box.querySelector('.screen, .code')[name === 'paper' ? 'before' : 'after'](to);
    }
    to.replaceChildren(what || '');
    var svg = to.querySelector('svg');
    if (svg && !svg.hasAttribute('aria-labelledby')) svg.setAttribute('aria-label', box.dataset.label);
  }

  var busy = Promise.resolve();
  function again() { busy = busy.then(draw); }
  var watch = new IntersectionObserver(function (entries) {
    if (!entries.some(function (e) { return e.isIntersecting; })) return;
    watch.disconnect();
    var script = doc.createElement('script');
    script.src = here.src;
    script.onload = function () {
      again();
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
      new MutationObserver(again).observe(root, { attributes: true, attributeFilter: ['data-theme'] });
    };
    doc.head.append(script);
  }, { rootMargin: '600px' });
  if (doc.body.classList.contains('whole')) watch.observe(root); // a section on one page is there to be printed
  boxes.forEach(function (box) { watch.observe(box); });
})();
