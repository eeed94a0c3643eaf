// The search. It reads the index that sitegen wrote, piece by piece: files that call sitegenSearch with what they hold, since a
// browser fetches nothing from a folder of files but does load scripts from there. Folding and splitting are those of
// internal/assets/search, and so are the letters of the index: what is changed there is changed here.
(() => {
  const doc = document, data = doc.querySelector('.search-open').dataset, [label, close, count, none, failed, ...filters] = data.words.split('|');
  const first = new URL(data.index, location), pieces = {};
  let turn = 0, timer, at, home, filtered;

  const make = (parent, tag, textContent, more) => {
    const e = Object.assign(doc.createElement(tag), { textContent }, more);
    parent?.append(e);
    return e;
  };
  // A menu of [text, value].
  const menu = (ariaLabel, list) => {
    const e = make(picks, 'select', '', { ariaLabel, onchange: search });
    e.append(...list.map(o => new Option(...o)));
    return e;
  };

  self.sitegenSearch = piece => doc.currentScript.give(piece);
  const load = (name, folder = home) => pieces[name = new URL(name + '.js', folder)] ||= new Promise((give, fail) => make(doc.head, 'script', '', { give, onerror: () => fail(delete pieces[name]), src: name }));
  const fold = s => s.normalize('NFKD')
    .replace(/(?=\p{M})(?![\u3099\u309a])[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Arab}]|[\xad\u0640\u200b-\u200f\u2060\ufeff]/gu, '')
    .toLowerCase().replace(/[ßæœþøđðłħıςىیکة]/g, c => 'ßss æae œoe þth øo đd ðd łl ħh ıi ςσ ىي یي کك ةه'.split(c)[1].split(' ')[0]).normalize('NFC');
  const unspaced = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc]/u, set = unspaced.source.slice(1);
  const one = '(?:(?!' + set + ')[\\p{L}\\p{N}\\p{M}])+', runs = RegExp(set + '+|' + one, 'gu'), names = RegExp(set + '+|' + one + '(?:[-_.]' + one + ')*', 'gu');
  // Each word is [text, whether the beginning of a word will do, how many words it joins, .3 for one of these, or -1 for a filter, the
  // words that find found for it].
  // Words that hyphens, underscores, or dots join are followed by their joined form.
  const split = query => {
    const out = [], add = (text, ...more) => out.push([text.match(/^.{1,32}/u)[0], ...more]);
    for (const name of fold(query).match(names) || []) {
      const c = [...name], parts = name.match(runs);
      if (!unspaced.test(name)) {
        for (const part of parts) add(part, 0, parts[1] && .3);
        if (parts[1]) add(name.replace(/[-_]|\.(?!\d)/g, ''), 0, parts.length);
      } else if (c[1]) c.reduce((a, b) => (add(a + b), b));
      else add(name, 1);
    }
    if (out[0] && /\S$/.test(query)) out.at(-1)[1] = 1;
    return out;
  };
  // The name of the shard that begins with a word, among [word, stamp].
  const key = word => {
    let hash = 2166136261;
    for (let i = 0; word[i]; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 16777619);
    return (hash >>> 0).toString(36);
  };
  const number = text => parseInt(text || 0, 36);
  const stamps = (list, n = 5) => list.split(' ').map(s => [s.slice(n), s.slice(0, n)]);
  const piece = (kind, [word, stamp]) => load(kind + key(word) + '-' + stamp);
  // The pages of a list as [page, places, weight]. A place is twice the number of a passage, plus 1 for its heading.
  const uses = list => {
    const out = [];
    let n = -1;
    if (list[0] === '=') {
      for (const c of list.slice(1)) for (let bit = 0; bit < 6; bit++) ++n, (c === 'z' ? 44 : c.charCodeAt() - 48) >> bit & 1 && out.push([n, [], 1]);
    } else {
      for (const [, gap, places, weight] of list.matchAll(/([\da-z]*)([\da-z,;]*)([A-P])/g)) {
        n += 1 + number(gap);
        out.push([n, (places || ',').match(/\W\w*/g).map(p => number(p.slice(1)) * 2 + (p[0] === ';')), weight.charCodeAt() - 64]);
      }
    }
    return out;
  };
  const fits = (word, [text, open, , also]) => word === text || open && word.startsWith(text) || also?.includes(word);
  // Whether a word becomes another by one letter more, less, or other, or by two that change places.
  const alike = (a, b) => {
    for (const i of [0, -1]) while (a && a.at(i) === b.at(i)) [a, b] = [a, b].map(s => i ? s.slice(0, i) : s.slice(1));
    return !a[1] && !b[1] || !a[2] && a[1] + a[0] === b;
  };

  // A term is [word, words with the same stem, number of pages if the list leaves some out, list]. kinOf returns these words as
  // [what they begin with as this one does, their end].
  const kinOf = ([word, kin]) => [...kin.matchAll(/(\d+)([^,]*)/g)].map(([, n, end]) => [word.slice(0, word.length - n), end]);

  const better = (a, b) => b[0] - a[0] || b[1] - a[1] || a[2] - b[2];
  // Pages as [number of words found, score, page, passage], the best first, and how many hold as many words as the best: as
  // text, with a plus behind it when there may be more. A page links to the passage where its words count most: those that stand
  // there twice, like those of the title, and two or more in its heading five times.
  const find = async (index, words) => {
    const shards = stamps(index.shards), wide = stamps(index.wide), pages = [];
    let most = 0, terms = 0, more = '';
    const near = (text, open) => shards.filter(([from], i) => from <= text && !(shards[i + 1]?.[0] <= text) || open && from.startsWith(text));
    const read = async near => (await Promise.all(near.map(s => piece('s', s)))).join('|').split('|')
      .map(term => term.match(/([^~* ]*)~?([^* ]*)\*?(\d*) ?(.*)/).slice(1));
    await Promise.all(words.map(async (w, i) => {
      const [text, open, parts] = w;
      let n = 0, some = near(text, open);
      if (some[3]) more = '+';
      let all = (await read(some.slice(0, 3))).filter(t => fits(t[0], w));
      // No page has the word. In the longest part of the alphabet that eight shards hold, other words show which ends go with
      // which ("ing" with "e"), so with what ends the word may stand; else a letter of it is wrong.
      if (!all[0] && text[3] && !parts) {
        while ((some = near(text.slice(0, n), 1))[8] && text[n]) n++;
        const others = await read(some), forms = new Set();
        for (const t of others) for (const [begin, end] of kinOf(t)) {
          const stem = text.slice(0, -end.length || 32);
          if (text.endsWith(end) && stem[2]) forms.add(stem + t[0].slice(begin.length));
        }
        all = others.filter(t => forms.has(t[0]));
        if (!all[0]) all = others.filter(t => alike(t[0], text));
      }
      const kin = all.filter(t => t[0] === text || !fits(t[0], w))
        .flatMap(t => kinOf(t).map(k => k.join('')))
        .filter(k => !all.some(t => t[0] === k));
      all.push(...(await read([...new Set(kin.flatMap(k => near(k)))])).filter(t => kin.includes(t[0])));
      w[3] = all.map(t => t[0]);
      // A word is as rare as the most common of its forms: a form that few pages happen to use says no more than the others.
      const rare = Math.log(1 + index.n / Math.max(...all.map(t => t[2] || uses(t[3]).length)));
      for (const [word, , number, list] of all) {
        let found = uses(list);
        terms++;
        if (number && words[1]) {
          const lines = '|' + await piece('w', wide.findLast(s => s[0] <= word));
          found = found.concat(uses(lines.split('|' + word + ' ')[1].split('|')[0]).map(([n]) => [n, [], 1]));
        } else if (number) most = Math.max(most, number);
        for (const [n, places, weight] of found) {
          const score = rare * weight * (parts * 3 || 1) * (word === text ? 1 : .7), use = (pages[n] ||= [])[i] ||= [0, [], rare, parts];
          use[1] = score > use[0] ? places.concat(use[1]) : use[1].concat(places);
          use[0] = Math.max(use[0], score);
        }
      }
    }));
    const hits = pages.map((some, n) => {
      const scores = new Map(), uses = some.flat(0).sort((a, b) => b[2] - a[2]);
      for (const place of uses.flatMap(use => use[1]).concat(0)) {
        const passage = place >> 1, heading = use => use[1].includes(passage * 2 + 1), both = uses.filter(use => !use[3] && heading(use))[1];
        scores.set(passage, uses.reduce((sum, use) =>
          sum + use[0] * (both && heading(use) ? 16 : use[1][0] === 1 || use[1].some(p => p >> 1 === passage) ? 6 : 3), 0));
      }
      const best = [...scores].sort((a, b) => b[1] - a[1]), score = best[0][1];
      return [uses.filter(use => !~~use[3]).length, score * words.every((w, i) => !(w[2] < 0) || some[i]), n, best.filter((p, i) => !i || p[0] && p[1] > score * .6).slice(0, 2)];
    }).filter(hit => hit[1]).sort(better);
    if (most && terms > 1) more = '+';
    return [hits, Math.max(most, hits.filter(h => h[0] === hits[0][0]).length) + more];
  };

  // An excerpt of text around the first word that was searched for, with all of them marked.
  const excerpt = (into, text, words) => {
    const marks = Array(text.length);
    for (const { 0: word, index } of text.matchAll(runs)) {
      const run = fold(word);
      for (const w of words) {
        if (!unspaced.test(run)) fits(run, w) && marks.fill(1, index, index + word.length);
        else for (let i = -1; (i = run.indexOf(w[0], i + 1)) >= 0;) marks.fill(1, index + i, index + i + w[0].length);
      }
    }
    const first = Math.max(0, marks.indexOf(1)), from = Math.max(0, first - 80, text.lastIndexOf(' ', first - 60) + 1);
    let i = from, end;
    if (from) into.append('… ');
    for (; text[i] && i < from + 180; i = end) {
      for (end = i; text[end] && marks[end] === marks[i] && (marks[i] || end < from + 180);) end++;
      make(into, marks[i] ? 'mark' : 'span', text.slice(i, end));
    }
    if (text[i]) into.append('…');
  };

  // How near the words stand to each other in a text: 1 when it lacks one of them, 2 when nothing is between them.
  const nearness = (text, words) => {
    const ones = words.filter(w => !w[2]), last = ones.map(() => -Infinity);
    let at = 0, least = Infinity;
    for (const [run] of fold(text).matchAll(runs)) {
      at++;
      ones.map((w, i) => (unspaced.test(run) ? run.includes(w[0]) : fits(run, w)) && (last[i] = at));
      least = Math.min(least, at - Math.min(...last) + 1);
    }
    return 1 + ones.length / least;
  };

  const entry = async (index, n) => (await load('b' + (n >> 5) + '-' + index.blocks.substr((n >> 5) * 5, 5)))[n & 31];
  // A passage of a page as [heading, id, text].
  const text = async (index, n, passage) => {
    const [, , , names] = await entry(index, n), [from, name] = stamps(names, 14).findLast(f => number(f[0]) <= passage);
    return (await load('e' + name, first))[passage - number(from)];
  };

  // A page that was found: a link to its best passage, followed by links to others.
  const show = async (index, [, , n, passages], words) => {
    const [address, name, section] = await entry(index, n), url = new URL(address, new URL('..', first));
    if (/^file.*[^l]$/.test(url)) url.pathname += 'index.html';
    const group = make(null, 'div', '', { role: 'group', ariaLabel: name });
    const link = (small, title) => {
      const a = make(group, 'a', '', { role: 'option', href: url, tabIndex: -1 });
      make(a, 'small', small);
      return [a, make(a, 'b', title), make(a, 'span')];
    };
    let [a, title, into] = link(index.sections[section], name);
    group.fill = async () => {
      for (const [passage] of passages) {
        const [heading, anchor, body] = await text(index, n, passage);
        if (!a) [a, title, into] = link('', heading);
        else if (heading && heading !== name) title.append(' › ' + heading);
        if (anchor) a.hash = anchor;
        excerpt(into, body, words);
        a = 0;
      }
    };
    return group;
  };

  // Selects the next result, the previous one (-1), or none (0).
  const select = step => {
    const all = [...list.querySelectorAll('a')], i = all.indexOf(at);
    at = step && all.at(step > 0 ? (i + 1) % all.length : (i > 0 && i) - 1);
    all.map((e, i) => Object.assign(e, { id: 'finds' + i, ariaSelected: e === at }));
    at && at.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', at?.id || '');
  };

  // What the words are filtered by: menus for the sections and tags of an index.
  const filtering = (index, words) => {
    if (index !== filtered) {
      picks.replaceChildren(...fixed);
      index.filters.map((names, i) => names[1] && filters[i] &&
        menu(filters[i], [[filters[i], ''], ...names.map(name => [name, '#' + key(i + name)])]));
      filtered = index;
    }
    for (const { value } of picks.children) if (/#/.test(value)) words.push([value, 0, -1]);
  };

  const search = async () => {
    const mine = ++turn, words = split(input.value);
    // Each version of a manual has an index in a folder of its own, the newest none.
    home = new URL((fixed[1]?.value || '.') + '/', first);
    let options = [], said = '';
    try {
      if (words[0]) {
        const index = await load('index');
        if (mine !== turn) return;
        filtering(index, words);
        const [hits, number] = await find(index, words), top = hits.slice(0, 8);
        // Of the first ones, whose excerpts are shown at once, those come first in which the words stand together.
        if (words[1]) await Promise.all(top.slice(0, 3).map(hit => text(index, hit[2], hit[3][0][0]).then(t => { hit[1] *= nearness(t[0] + ' ' + t[2], words); }, () => {})));
        options = await Promise.all(top.sort(better).map(hit => show(index, hit, words)));
        said = hits[0] ? count.replace('#', number) : none;
      }
    } catch { said = failed; }
    if (mine !== turn) return;
    list.replaceChildren(...options);
    // The first ones get their excerpts at once, the others when the reader has stopped typing for a moment.
    options.map((o, i) => setTimeout(() => mine === turn && o.fill(), i > 2 && 500));
    select(0);
    input.ariaExpanded = !!options[0];
    status.textContent = said;
  };

  const box = make(doc.body, 'dialog', '', {
    className: 'finder',
    innerHTML: '<div class=seek><input role=combobox aria-expanded=false aria-controls=finds aria-autocomplete=list autocomplete=off><button></button></div><div class=picks><p role=status></div><div role=listbox id=finds>',
  });
  const [input, button, picks, status, list] = box.querySelectorAll('input,button,.picks,p,#finds');
  box.ariaLabel = input.ariaLabel = input.placeholder = list.ariaLabel = label;
  button.textContent = close;
  box.onclick = e => { e.target.matches('dialog,button') && box.close(); };
  box.onclose = () => input.blur();
  if (data.versions) menu(filters[2], JSON.parse(data.versions).map(v => [v.name, v.folder])).value = data.version;
  const fixed = [...picks.children];
  input.oninput = () => timer = setTimeout(search, 120, clearTimeout(timer));
  input.onkeydown = e => {
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: 0 }[e.key];
    if (step == null || e.isComposing) return;
    step ? select(step) : (at || list.querySelector('a'))?.click();
    e.preventDefault();
  };
  // The search page is given what to search for.
  if (doc.querySelector('.search-page') && (input.value = new URLSearchParams(location.search).get('q'))) search();

  const open = () => {
    box.open || box.showModal();
    input.select();
  };
  doc.addEventListener('search-open', open);
  open();
})();
