// What does not work on this page without JavaScript: a list of sentences. The caller runs it as a developer would in the
// console of a page whose own scripts are off; clicks do what the browser itself does with them.
(() => {
  const found = [], all = (selector, under = document) => [...under.querySelectorAll(selector)];
  const seen = e => !!e && e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0;
  const sure = (ok, text) => { if (!ok) found.push(text); };
  const name = e => e.outerHTML.slice(0, 120);

  sure(seen(document.querySelector('h1')), 'no first heading is seen');
  sure(all('link[rel=stylesheet]').every(l => l.sheet), 'a style sheet is missing');
  sure(seen(document.querySelector('main')), 'the text is missing');
  // The main menu is a row, or a button opens it.
  for (const nav of all('header nav.site-nav')) {
    const button = document.querySelector('[popovertarget=nav]'), folded = seen(button);
    sure(folded !== all('a', nav).some(seen), 'the main menu is neither a row nor behind a button');
    if (folded) button.click();
    sure(all('a', nav).some(seen), 'the main menu shows no link');
    if (folded) button.click();
  }
  for (const img of all('main img')) sure(img.getAttribute('src') && (img.complete || img.loading === 'lazy'), 'an image is not loaded: ' + name(img));

  // Menus and folded parts open by a click; what is inside is seen.
  for (const d of all('details')) {
    const summary = d.querySelector(':scope > summary'), inside = [...d.children].filter(e => e !== summary);
    if (!seen(summary)) continue;
    const was = d.open;
    if (!was) summary.click();
    sure(d.open && inside.some(seen), 'details do not open: ' + name(d));
    if (!was) summary.click();
  }

  // Drawers are popovers; at the width where they have no button they are part of the page.
  for (const drawer of all('[popover]')) {
    const button = all(`button[popovertarget="${drawer.id}"]`).find(b => !drawer.contains(b) && seen(b));
    if (button) {
      button.click();
      sure(drawer.matches(':popover-open') && all('a', drawer).some(seen), 'a drawer does not open: ' + name(button));
      const close = all('button', drawer).find(seen);
      (close || button).click();
      sure(!drawer.matches(':popover-open'), 'a drawer does not close: ' + name(button));
    } else {
      sure(all('a', drawer).some(seen), 'neither a drawer nor a button for it is seen: ' + name(drawer));
    }
  }

  // Tabs are radio buttons.
  for (const tabs of all('.tabs')) {
    const panels = all(':scope > .tab', tabs), labels = all(':scope > label', tabs);
    sure(panels.length > 0 && panels.length === labels.length, 'tabs without panels: ' + name(tabs));
    labels.forEach((label, i) => {
      label.click();
      sure(panels.every((p, k) => seen(p) === (k === i)), 'a tab does not show its panel alone: ' + label.textContent);
    });
    if (labels[0]) labels[0].click();
  }

  // Text keeps away from pictures that are blocks of their own.
  for (const block of all('.content > :is(figure, picture, img)')) {
    const picture = block.matches('img') ? block : block.querySelector('img'), next = block.nextElementSibling;
    if (!seen(picture) || !seen(next) || getComputedStyle(block).float !== 'none') continue;
    const gap = next.getBoundingClientRect().top - picture.getBoundingClientRect().bottom;
    sure(gap < 0 || gap >= 8, 'text sticks to a picture: ' + name(block));
  }

  // A check box is in the place of the bullet, and what only lists the files of a picture takes no room.
  for (const box of all('main li [type=checkbox]')) sure(getComputedStyle(box.closest('li')).listStyleType === 'none', 'a bullet and a check box: ' + name(box.closest('li')));
  for (const source of all('picture > source')) sure(getComputedStyle(source).display === 'none', 'a source takes room: ' + name(source));

  // A diagram is shown as the text that it is made of.
  for (const diagram of all('.mermaid')) sure(all('pre', diagram).some(seen), 'a diagram shows nothing: ' + name(diagram));

  // Lists of several pages lead to the others.
  for (const pager of all('nav.pager')) sure(all('a[href]', pager).some(seen), 'a pager leads nowhere: ' + name(pager));

  // The search leads to the page of all titles.
  const search = document.querySelector('.search-open');
  if (search) sure(seen(search) && search.matches('a[href]'), 'the search is no link');
  const form = document.querySelector('.search-page');
  if (form) {
    const titles = all('main li a');
    sure(titles.length > 0 && titles.every(seen), 'the search page lists no titles');
    sure(all('main h2').some(seen), 'the list of titles has no heading');
  }

  // A button that only a script could answer must not be there.
  for (const b of all('button')) {
    if (seen(b)) sure(b.popoverTargetElement || b.form && b.type === 'submit', 'a button does nothing: ' + name(b));
  }
  return found;
})()
