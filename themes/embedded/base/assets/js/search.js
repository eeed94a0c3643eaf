// The search. It reads the index that sitegen wrote, piece by piece: files that call sitegenSearch with what they hold, since a
// browser fetches nothing from a folder of files but does load scripts from there. Folding and splitting are those of
// internal/assets/search, and so are the letters of the index: what is changed there is changed here.
(() => {
  const doc = document, data = doc.querySelector('.search-open').dataset, [label, close, count, none, failed, version] = data.words.split('|');
  const first = new URL(data.index, location), pieces = {}, box = doc.createElement('dialog');
  let turn = 0, timer, at, home;

  const make = (parent, tag, text) => {
    const e = doc.createElement(tag);
    e.textContent = text;
    parent.append(e);
    return e;
  };

  self.sitegenSearch = piece => doc.currentScript.give(piece);
  const load = (name, folder = home) => pieces[name = new URL(name + '.js', folder)] ||= new Promise((give, fail) => {
    const s = doc.createElement('script');
    s.give = give;
    s.onerror = () => fail(delete pieces[name]);
    s.src = name;
    doc.head.append(s);
  });
  // Each version of a manual has an index in a folder of its own, the newest none.
  const choose = folder => home = new URL(folder ? folder + '/' : '.', first);

  const fold = s => s.normalize('NFKD')
    .replace(/(?=\p{M})(?![\u3099\u309a])[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Arab}]|[\xad\u0640\u200b-\u200f\u2060\ufeff]/gu, '')
    .toLowerCase().replace(/[ßæœþøđðłħıςىیکة]/g, c => 'ßss æae œoe þth øo đd ðd łl ħh ıi ςσ ىي یي کك ةه'.split(c)[1].split(' ')[0]).normalize('NFC');
  const unspaced = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc]/u, set = unspaced.source.slice(1);
  const one = '(?:(?!' + set + ')[\\p{L}\\p{N}\\p{M}])+', runs = RegExp(set + '+|' + one, 'gu'), names = RegExp(set + '+|' + one + '(?:[-_.]' + one + ')*', 'gu');
  // Each word is [text, whether the beginning of a word will do, how many words it joins, the words that find found for it].
  // Words that hyphens, underscores, or dots join are followed by their joined form.
  const split = query => {
    const out = [], add = (text, ...more) => out.push([text.match(/^.{1,32}/u)[0], ...more]);
    for (const name of fold(query).match(names) || []) {
      const c = [...name], parts = name.match(runs);
      if (!unspaced.test(name)) {
        for (const part of parts) add(part);
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
    let i = 0;
    while (a[i] && a[i] === b[i]) i++;
    const rest = s => s.slice(1), x = a.slice(i), y = b.slice(i), x1 = rest(x), y1 = rest(y);
    return x1 === y1 || x === y1 || x1 === y || x[0] === y[1] && x[1] === y[0] && rest(x1) === rest(y1);
  };

  // A term is [word, words with the same stem, number of pages if the list leaves some out, list]. kinOf returns these words as
  // [what they begin with as this one does, their end].
  const kinOf = ([word, kin]) => kin ? kin.split(',').map(k => [word.slice(0, word.length - parseInt(k)), k.replace(/\d+/, '')]) : [];

  const better = (a, b) => b[0] - a[0] || b[1] - a[1] || a[2] - b[2];
  // Pages as [number of words found, score, page, passage], the best first, and how many hold as many words as the best: as
  // text, with a plus behind it when there may be more. A page links to the passage where its words count most: those that stand
  // there twice, like those of the title, and two or more in its heading five times.
  const find = async (index, words) => {
    const shards = stamps(index.shards), wide = stamps(index.wide), pages = [];
    let most = 0, terms = 0, more = '';
    const near = (text, open) => {
      const last = shards.findLastIndex(s => s[0] <= text);
      return shards.filter((s, i) => i === last || open && s[0].startsWith(text));
    };
    const read = async near => (await Promise.all(near.map(s => piece('s', s)))).join('|').split('|').map(term => {
      const [head, list] = term.split(' '), [name, all] = head.split('*'), [word, kin] = name.split('~');
      return [word, kin, all, list];
    });
    const each = await Promise.all(words.map(async w => {
      const [text, open, parts] = w, here = {}, some = near(text, open);
      if (some.length > 3) more = '+';
      let all = (await read(some.slice(0, 3))).filter(t => fits(t[0], w));
      // No page has the word. In the longest part of the alphabet that eight shards hold, other words show which ends go with
      // which ("ing" with "e"), so with what ends the word may stand; else a letter of it is wrong.
      if (!all[0] && text[3] && !parts) {
        let n = 0;
        while (text[n] && near(text.slice(0, n), 1).length > 8) n++;
        const others = await read(near(text.slice(0, n), 1)), forms = new Set();
        for (const t of others) for (const [begin, end] of kinOf(t)) {
          const stem = text.slice(0, -end.length || 32);
          if (text.endsWith(end) && stem[2]) forms.add(stem + t[0].slice(begin.length));
        }
        all = others.filter(t => forms.has(t[0]));
        if (!all[0]) all = others.filter(t => alike(t[0], text));
      }
      const kin = all.filter(t => t[1] && (t[0] === text || !fits(t[0], w)))
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
          const lines = (await piece('w', wide.findLast(s => s[0] <= word))).split('|');
          found = found.concat(uses(lines.find(t => t.startsWith(word + ' ')).split(' ')[1]).map(([n]) => [n, [], 1]));
        } else if (number) most = Math.max(most, number);
        for (const [n, places, weight] of found) {
          const score = rare * weight * (parts * 3 || 1) * (word === text ? 1 : .7), use = here[n] ||= [0, [], rare, !parts];
          use[1] = score > use[0] ? places.concat(use[1]) : use[1].concat(places);
          use[0] = Math.max(use[0], score);
        }
      }
      return here;
    }));
    for (const here of each) for (const n in here) (pages[n] ||= []).push(here[n]);
    const hits = pages.map((uses, n) => {
      const hit = [0, 0, n, 0];
      for (const use of uses) hit[0] += use[3];
      for (const place of uses.sort((a, b) => b[2] - a[2]).flatMap(use => use[1]).concat(0)) {
        const passage = place >> 1, heading = use => use[1].includes(passage * 2 + 1), both = uses.filter(use => use[3] && heading(use))[1];
        let score = 0;
        for (const use of uses) score += use[0] * (both && heading(use) ? 16 : use[1][0] === 1 || use[1].some(p => p >> 1 === passage) ? 6 : 3);
        if (score > hit[1]) hit[1] = score, hit[3] = passage;
      }
      return hit;
    }).filter(hit => hit).sort(better);
    if (most && terms > 1) more = '+';
    return [hits, Math.max(most, hits.filter(h => h[0] === hits[0][0]).length) + more];
  };

  // An excerpt of text around the first word that was searched for, with all of them marked.
  const excerpt = (into, text, words) => {
    const marks = [];
    for (const m of text.matchAll(runs)) {
      const run = fold(m[0]), long = unspaced.test(run);
      for (const w of words) {
        if (!long) fits(run, w) && marks.push([m.index, m[0].length]);
        else for (let i = -1; (i = run.indexOf(w[0], i + 1)) >= 0;) marks.push([m.index + i, w[0].length]);
      }
    }
    marks.sort((a, b) => a[0] - b[0]);
    const first = marks[0]?.[0] || 0;
    let from = Math.max(0, first - 80, text.lastIndexOf(' ', first - 60) + 1);
    const end = from + 180;
    if (from) into.append('… ');
    for (const [start, length] of marks) {
      const stop = start + length, mark = Math.max(from, start);
      if (stop <= from || start > end) continue;
      into.append(text.slice(from, mark));
      make(into, 'mark', text.slice(mark, from = stop));
    }
    into.append(text.slice(from, Math.max(from, end)), text[end] ? '…' : '');
  };

  // How near the words stand to each other in a text: 1 when it lacks one of them, 2 when nothing is between them.
  const nearness = (text, words) => {
    const ones = words.filter(w => !w[2]), last = [];
    let at = 0, least = Infinity;
    for (const [run] of fold(text).matchAll(runs)) {
      at++;
      ones.forEach((w, i) => { if (unspaced.test(run) ? run.includes(w[0]) : fits(run, w)) last[i] = at; });
      if (Object.keys(last)[ones.length - 1]) least = Math.min(least, at - Math.min(...last) + 1);
    }
    return 1 + ones.length / least;
  };

  const entry = async (index, n) => (await load('b' + (n >> 5) + '-' + index.blocks.substr((n >> 5) * 5, 5)))[n & 31];
  // The passage that a result links to, as [heading, id, text].
  const text = async (index, [, , n, passage]) => {
    const [, , , names] = await entry(index, n), [from, name] = stamps(names, 14).findLast(f => number(f[0]) <= passage);
    return (await load('e' + name, first))[passage - number(from)];
  };

  const show = async (index, hit, i, words) => {
    const [address, name, section] = await entry(index, hit[2]);
    const url = new URL(address, new URL('..', first));
    if (url.protocol === 'file:' && address.at(-1) !== 'l') url.pathname += 'index.html';
    const option = Object.assign(doc.createElement('a'), { role: 'option', id: 'finds' + i, href: url, tabIndex: -1 });
    make(option, 'small', index.sections[section]);
    const title = make(option, 'b', name), into = make(option, 'span', '');
    option.fill = async () => {
      const [heading, anchor, body] = await text(index, hit);
      if (heading && heading !== name) title.append(' › ' + heading);
      if (anchor) option.hash = anchor;
      excerpt(into, body, words);
    };
    return option;
  };

  const select = i => {
    const all = [...list.children];
    at = (i + all.length) % all.length;
    all.forEach((e, i) => e.ariaSelected = i === at);
    all[at]?.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', all[at]?.id || '');
  };

  const search = async () => {
    const mine = ++turn, words = split(input.value);
    let options = [], said = '';
    try {
      if (words[0]) {
        const index = await load('index'), [hits, number] = await find(index, words);
        const top = hits.slice(0, 8);
        // Of the first ones, whose excerpts are shown at once, those come first in which the words stand together.
        if (words[1]) await Promise.all(top.slice(0, 3).map(hit => text(index, hit).then(t => { hit[1] *= nearness(t[0] + ' ' + t[2], words); }, () => {})));
        if (mine === turn) options = await Promise.all(top.sort(better).map((hit, i) => show(index, hit, i, words)));
        said = hits[0] ? count.replace('#', number) : none;
      }
    } catch { said = failed; }
    if (mine !== turn) return;
    list.replaceChildren(...options);
    // The first ones get their excerpts at once, the others when the reader has stopped typing for a moment.
    options.map((o, i) => setTimeout(() => mine === turn && o.fill().catch(() => {}), i > 2 && 500));
    select(NaN);
    input.ariaExpanded = !!options[0];
    status.textContent = said;
  };

  box.className = 'finder';
  box.innerHTML = '<div class=seek><input role=combobox aria-expanded=false aria-controls=finds aria-autocomplete=list autocomplete=off><button></button></div><p role=status><div role=listbox id=finds>';
  const [input, button, status, list] = box.querySelectorAll('input,button,p,#finds');
  box.ariaLabel = input.ariaLabel = input.placeholder = list.ariaLabel = label;
  button.textContent = close;
  box.onclick = e => { e.target.matches('dialog,button') && box.close(); };
  box.onclose = () => input.blur();
  if (version) {
    const chooser = make(box.firstChild, 'select', '');
    chooser.ariaLabel = version;
    for (const { name, folder } of JSON.parse(data.versions)) make(chooser, 'option', name).value = folder;
    chooser.value = data.version;
    chooser.onchange = () => search(choose(chooser.value));
    button.before(chooser);
  }
  choose(data.version);
  input.oninput = () => timer = setTimeout(search, 120, clearTimeout(timer));
  input.onkeydown = e => {
    const act = {
      ArrowDown: () => select(at + 1 || 0),
      ArrowUp: () => select(at >= 0 ? at - 1 : -1),
      Enter: () => list.children[at || 0]?.click(),
    }[e.key];
    if (!act || e.isComposing) return;
    act();
    e.preventDefault();
  };
  doc.body.append(box);
  // The search page is given what to search for.
  if (doc.querySelector('.search-page') && (input.value = new URLSearchParams(location.search).get('q'))) search();

  const open = () => {
    box.open || box.showModal();
    input.select();
  };
  doc.addEventListener('search-open', open);
  open();
})();
