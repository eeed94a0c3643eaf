// The part of the preview that runs in pages: it follows what the server says about builds, reloads this
// page when it changed, swaps style sheets and pictures in place, and shows the problems of a failed
// build. It is sent by the preview server only and is in no built file.
(() => {
  "use strict";
  const script = document.currentScript;
  if (!script || document.sitegenPreview) return;
  document.sitegenPreview = true;

  const { file, version, badge, reason, quiet, failed } = script.dataset;
  const base = new URL(".", script.src).href;
  const name = "sitegen-preview " + base;
  const outermost = window.parent === window;
  let id = script.dataset.id; // of the state of the server that this page shows,
  let heard = id; // and of the last one that it heard of

  // One connection for all tabs of a browser: the tab that holds the lock has it and tells the others.
  // Web Locks need a secure context, which http://192.168.… is not: there each visible tab has its own.
  let channel, source, last, leave, stopWaiting;

  const open = () => {
    if (source) return;
    source = new EventSource(base + "events");
    source.onmessage = (e) => {
      last = e.data;
      channel?.postMessage(last);
      receive(last);
    };
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      close();
      setTimeout(follow, 500);
    };
  };
  const close = () => {
    source?.close();
    source = undefined;
  };
  const alone = () => {
    stopWaiting = undefined;
    leave = undefined;
    follow();
    document.addEventListener("visibilitychange", follow);
  };
  const follow = () => {
    if (leave || document.visibilityState === "visible") open();
    else close();
  };

  const join = () => {
    try {
      channel = new BroadcastChannel(name);
      channel.onmessage = (e) => {
        if (e.data !== "?") receive(e.data);
        else if (source && last) channel.postMessage(last);
      };
      stopWaiting = new AbortController();
      navigator.locks
        .request(name, { signal: stopWaiting.signal }, () => {
          open();
          return new Promise((done) => (leave = done));
        })
        .catch((e) => e.name === "AbortError" || alone());
      channel.postMessage("?");
    } catch {
      alone();
    }
  };
  const part = () => {
    document.removeEventListener("visibilitychange", follow);
    close();
    leave?.();
    stopWaiting?.abort();
    channel?.close();
    channel = leave = stopWaiting = last = undefined;
  };

  // What the server says: id and after name this build and the one before it.
  const receive = (text) => {
    const e = JSON.parse(text);
    overlay(e.problems);
    if (e.id === heard) return;
    heard = e.id;
    if (e.go && outermost && document.visibilityState === "visible" && !same(e.go, location.pathname)) {
      location.assign(e.go);
    } else if (e.after === id && !looking && e.changed && file && !e.changed.map(plain).includes(plain(file))) {
      id = e.id;
      resources(new Set(e.changed.map(plain)));
    } else if (e.id !== id) {
      catchUp();
    }
  };

  // What changed since the state that this page shows, also when the news of some in between did not arrive.
  let looking = false;
  let again = false;
  const catchUp = async () => {
    again = true;
    if (looking) return;
    looking = true;
    while (again && !reloading) {
      again = false;
      const now = await look();
      if (!now) continue;
      id = now.id;
      if (now.back) leaveFor(now.back);
      else if (now.moved) leaveFor(now.moved, now.gone && location.pathname);
      else if (now.all || now.version !== version) reload();
      else if (now.changed) resources(new Set(now.changed.map(plain)));
      else restyle(); // another server: its news are its own
    }
    looking = false;
  };
  const look = async () => {
    try {
      let ask = "version?path=" + encodeURIComponent(location.pathname + location.search) + "&since=" + encodeURIComponent(id);
      if (absent()) ask += "&was=" + encodeURIComponent(absent());
      const r = await fetch(base + ask, { cache: "no-store" });
      return r.ok && (await r.json());
    } catch {} // the server is gone; the next one will say which build it has
  };

  // The page moved, or is gone: then the browser opens the list that it was in, which says so, until the page returns.
  const goneKey = "sitegen-preview-gone";
  const leaveFor = (address, gone) => {
    reloading = true;
    try {
      if (gone) sessionStorage.setItem(goneKey, JSON.stringify({ at: plain(address), was: gone }));
      else sessionStorage.removeItem(goneKey);
    } catch {}
    location.replace(address + (gone ? "" : location.search + location.hash));
  };
  const absent = () => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(goneKey));
      if (kept && kept.at === plain(location.pathname)) return kept.was;
      sessionStorage.removeItem(goneKey);
    } catch {}
  };
  const sayGone = () => {
    const was = outermost && absent();
    if (!was) return;
    const off = make("button", { type: "button" }, "Close");
    const note = make("div", { class: "gone", role: "status" },
      make("p", {}, make("code", {}, plain(was)), " was removed. This is the list that it was in."), off);
    off.onclick = () => (sessionStorage.removeItem(goneKey), note.remove());
    layer().querySelector(".corner").append(note);
  };

  const plain = (path) => {
    try {
      return decodeURI(path);
    } catch {
      return path;
    }
  };
  const same = (a, b) => plain(a) === plain(b);

  // Reloading keeps every scroll position: of the window, and of elements that scroll themselves.
  const key = "sitegen-preview-scroll";
  let reloading = false;
  const reload = () => {
    if (reloading) return;
    reloading = true;
    const places = [];
    for (const e of document.querySelectorAll("body *")) {
      if ((e.scrollTop || e.scrollLeft) && places.length < 50) places.push([pathOf(e), e.scrollLeft, e.scrollTop]);
    }
    try {
      sessionStorage.setItem(key, JSON.stringify({ at: location.href, x: scrollX, y: scrollY, places }));
    } catch {}
    location.reload();
  };
  const pathOf = (e) => {
    const steps = [];
    for (; e !== document.body && e.parentElement; e = e.parentElement) steps.unshift([...e.parentElement.children].indexOf(e));
    return steps;
  };
  const restore = () => {
    let kept;
    try {
      kept = JSON.parse(sessionStorage.getItem(key));
      sessionStorage.removeItem(key);
    } catch {}
    if (!kept || kept.at !== location.href) return;
    let touched = false;
    for (const type of ["wheel", "touchstart", "keydown", "pointerdown"]) {
      addEventListener(type, () => (touched = true), { once: true, passive: true, capture: true });
    }
    const put = () => {
      if (touched) return;
      scrollTo({ left: kept.x, top: kept.y, behavior: "instant" });
      for (const [steps, left, top] of kept.places) {
        const e = steps.reduce((at, i) => at?.children[i], document.body);
        e?.scrollTo({ left, top, behavior: "instant" });
      }
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", put);
    else put();
    addEventListener("load", put);
  };

  // Other files of the site: what this page uses of them is replaced in place when that can be done.
  const resources = (changed) => {
    const has = (address) => {
      if (!address) return false;
      const u = new URL(address, document.baseURI);
      return u.origin === location.origin && changed.has(plain(u.pathname));
    };
    const used = performance.getEntriesByType("resource").map((e) => e.name).filter(has);
    if ([...document.scripts].some((s) => has(s.src)) || used.some((u) => /\.(m?js|json|wasm)$/.test(new URL(u).pathname))) {
      return reload();
    }
    const sheets = [...document.querySelectorAll("link[rel~=stylesheet][href]")];
    const direct = sheets.filter((l) => has(l.href));
    direct.forEach(swap);
    let shown = 0;
    for (const img of document.querySelectorAll("img, source, image, video, audio, input[type=image]")) {
      for (const name of ["src", "href", "poster"]) {
        if (img.getAttribute(name) && has(img.getAttribute(name))) shown++, img.setAttribute(name, fresh(img.getAttribute(name)));
      }
      const set = img.getAttribute("srcset") ?? "";
      const next = set.replace(/[^\s,]\S*[^\s,]/g, (u) => (has(u) ? fresh(u) : u));
      if (next !== set) shown++, img.setAttribute("srcset", next);
    }
    // An imported style sheet, a font or a background is asked for again by the sheets that name it.
    if (used.length && !direct.length && !shown) restyle();
  };
  const restyle = () => document.querySelectorAll("link[rel~=stylesheet][href]").forEach((l) => {
    if (new URL(l.href).origin === location.origin) swap(l);
  });
  const fresh = (address) => {
    const u = new URL(address, document.baseURI);
    u.searchParams.set("sitegen", id);
    return u.href;
  };
  const swap = (link) => {
    const next = link.cloneNode();
    next.removeAttribute("integrity");
    next.href = fresh(link.href);
    next.onload = next.onerror = () => link.remove(); // not before: the page must not stand without style
    link.after(next);
  };

  // What lies over the page, out of reach of its styles.
  let shadow, shownProblems, hidden;
  const layer = () => {
    if (shadow) return shadow;
    const host = document.createElement("sitegen-preview");
    host.lang = "en";
    host.dir = "ltr";
    shadow = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet(); // not subject to the page's Content-Security-Policy
    sheet.replaceSync(styles);
    shadow.adoptedStyleSheets = [sheet];
    shadow.append(make("div", { class: "corner" }), make("div", { class: "live", role: "alert" }));
    document.documentElement.append(host);
    return shadow;
  };
  const make = (tag, attributes = {}, ...children) => {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(attributes)) if (v !== undefined) e.setAttribute(k, v);
    e.append(...children.filter((c) => c !== undefined && c !== null && c !== ""));
    return e;
  };

  const overlay = (problems) => {
    const text = JSON.stringify(problems);
    if (failed !== undefined || quiet !== undefined || !outermost || text === shownProblems) return;
    if (!problems && !shadow) return;
    shownProblems = text;
    hidden = false;
    draw(problems);
  };
  const draw = (problems) => {
    const box = layer().querySelector(".live");
    const corner = shadow.querySelector(".corner");
    corner.querySelector(".chip")?.remove();
    box.replaceChildren();
    if (!problems) return;
    const count = problems.length === 1 ? "1 error" : problems.length + " errors";
    if (hidden) {
      const chip = make("button", { class: "chip", type: "button" }, count);
      chip.onclick = () => ((hidden = false), draw(problems), shadow.querySelector("section").focus());
      corner.append(chip);
      return;
    }
    const off = make("button", { type: "button", class: "close" }, "Hide");
    const hide = () => ((hidden = true), draw(problems), shadow.querySelector(".chip").focus());
    off.onclick = hide;
    const panel = make("section", { tabindex: "-1", role: "region", "aria-labelledby": "title" },
      make("header", {}, make("h1", { id: "title" }, count), make("p", {}, "The last good build is shown."), off),
      make("ol", {}, ...problems.map(item)));
    panel.onkeydown = (e) => e.key === "Escape" && hide();
    box.append(panel);
  };
  const item = (p) => {
    const place = p.link ? make("a", { href: p.link }, p.place) : p.place;
    return make("li", {},
      p.place && make("p", { class: "place" }, place),
      make("p", { class: "message" }, p.message, p.rule && make("span", { class: "rule" }, p.rule)),
      p.excerpt && excerpt(p),
      p.hint && make("p", { class: "hint" }, p.hint));
  };
  const excerpt = (p) => {
    const line = [...p.excerpt];
    const at = p.col ? p.col - 1 : line.length;
    const mark = p.col && make("mark", {}, line[at] ?? "\u00a0");
    return make("pre", { tabindex: "0", role: "group", "aria-label": "line " + p.line },
      make("span", { class: "number" }, String(p.line)), make("code", {}, line.slice(0, at).join(""), mark, line.slice(at + 1).join("")));
  };
  const pin = () => {
    if (!badge || !outermost) return;
    layer().querySelector(".corner").append(
      make("details", { class: "badge" }, make("summary", {}, badge + ", not in production"), make("p", {}, reason)));
  };

  const styles = `
:host { all: initial; position: fixed; inset: 0; z-index: 2147483647; pointer-events: none; display: block;
  --paper: #fff; --ink: #1b1b1f; --soft: #55565c; --edge: #d9d9de; --line: #f4f4f6; --red: #b3261e; --link: #0b57d0; --mark: #ffd7d3; --amber: #7a4b00; --amber-paper: #fff3d6;
  font: 15px/1.5 system-ui, sans-serif; color: var(--ink); direction: ltr; text-align: left; color-scheme: light dark }
@media (prefers-color-scheme: dark) { :host {
  --paper: #1d1e22; --ink: #ececf0; --soft: #b4b5bd; --edge: #3a3b42; --line: #28292f; --red: #ff8a80; --link: #a8c7fa; --mark: #7d2a24; --amber: #ffd58a; --amber-paper: #3a2c0c } }
@media print { :host { display: none } }
* { box-sizing: border-box; margin: 0; padding: 0 }
section { pointer-events: auto; position: absolute; inset: auto 0 0; margin: 0 auto; width: min(100%, 960px); max-height: min(85%, 720px); overflow: auto;
  background: var(--paper); border: 1px solid var(--edge); border-top: 4px solid var(--red); border-bottom: 0; border-radius: 8px 8px 0 0; box-shadow: 0 -8px 32px #0005; outline-offset: -2px }
header { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; padding: 12px 16px; background: var(--paper); border-bottom: 1px solid var(--edge) }
h1 { font-size: 17px; color: var(--red) }
header p { color: var(--soft); flex: 1 }
button { pointer-events: auto; font: inherit; color: var(--ink); background: var(--line); border: 1px solid var(--edge); border-radius: 6px; padding: 4px 12px; min-height: 32px; cursor: pointer }
ol { list-style: none }
li { padding: 14px 16px; border-top: 1px solid var(--edge) }
li:first-child { border-top: 0 }
.place { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
a { color: var(--link) }
.message { font-weight: 600; overflow-wrap: anywhere }
.rule { font-weight: 400; font-size: 13px; color: var(--soft); margin-left: 8px }
pre { font: 13px/1.6 ui-monospace, monospace; background: var(--line); border-radius: 6px; padding: 8px 12px; margin: 8px 0; overflow-x: auto; unicode-bidi: plaintext; tab-size: 4 }
.number { color: var(--soft); margin-right: 12px; user-select: none }
mark { background: var(--mark); color: inherit; outline: 1px solid var(--red); border-radius: 2px }
.hint { color: var(--soft) }
.hint::before { content: "Hint: "; font-weight: 600 }
.corner { position: absolute; left: 12px; bottom: 12px; max-width: calc(100% - 24px); display: flex; flex-wrap: wrap; gap: 8px; align-items: end }
.chip { color: var(--red); border-color: var(--red); background: var(--paper); font-weight: 600 }
.badge { pointer-events: auto; max-width: 420px; background: var(--amber-paper); color: var(--amber); border: 1px solid currentColor; border-radius: 6px; padding: 4px 12px; font-size: 14px }
.gone { pointer-events: auto; display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; background: var(--paper); border: 1px solid var(--edge); border-radius: 6px; padding: 6px 12px; overflow-wrap: anywhere }
summary { cursor: pointer; font-weight: 600 }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
`;

  restore();
  pin();
  sayGone();
  join();
  addEventListener("pagehide", part);
  addEventListener("pageshow", (e) => {
    if (!e.persisted) return;
    join(); // out of the browser's memory of pages: what happened meanwhile is not known
    catchUp();
  });
})();
