package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/sitegen/sitegen/tools/browser"
)

// check is one test in a browser.
type check struct {
	name string
	run  func(*tab)
}

func checks(web, folder string) []check {
	finds := func(page, query, title, address string) func(*tab) {
		return func(t *tab) {
			t.to(page)
			t.press("/")
			t.query(query)
			t.first(title)
			t.press(kb.Enter)
			t.wait("the page", "decodeURI(location.href) === "+fmt.Sprintf("%q", address))
		}
	}
	return []check{
		{"English, with a heading", func(t *tab) {
			t.host.taken()
			finds(web, "windows install", "Install › On Windows", web+"docs/install/#on-windows")(t)
			if n := t.host.taken(); n == 0 || n > 20000 {
				t.fail("a query took %d bytes", n)
			}
		}},
		{"the beginning of a word", finds(web, "insta", "Install", web+"docs/install/")},
		{"another form of a word", func(t *tab) {
			t.to(web)
			t.press("/")
			t.query("restarted machines ")
			t.first("Usage")
			t.query("panels ") // no page says so
			t.first("Usage")
		}},
		{"a letter that is wrong", finds(web, "linnux ", "Install › On Linux", web+"docs/install/#on-linux")},
		{"letters that changed places", finds(web, "widnows ", "Install › On Windows", web+"docs/install/#on-windows")},
		{"a keyword", finds(web, "manual", "Usage", web+"docs/usage/")},
		{"German with umlauts", finds(web+"de/", "GRÖSSE", "Die Straße › Über Größe", web+"de/docs/strasse/#über-größe")},
		{"German without them", finds(web+"de/", "strasse", "Die Straße", web+"de/docs/strasse/")},
		{"Japanese", finds(web+"ja/", "日本語", "全文検索 › 索引", web+"ja/docs/kensaku/#索引")},
		{"one character", finds(web+"ja/", "索", "全文検索", web+"ja/docs/kensaku/")},
		{"Arabic", finds(web+"ar/", "تبحث", "البحث › الفهرس", web+"ar/docs/bahth/#الفهرس")},
		{"a folder of files", finds(folder+"index.html", "linux", "Install › On Linux",
			folder+"docs/install/index.html#on-linux")},
		{"a folder of files, Japanese", finds(folder+"ja/index.html", "文書", "全文検索 › 索引",
			folder+"ja/docs/kensaku/index.html#索引")},
		{"a version of a manual", func(t *tab) {
			t.to(web + "v1/use/")
			t.press("/")
			t.query("gizmo")
			t.first("Use one")
			t.wait("the number", `document.querySelector('.finder [role=status]').textContent === 'Pages found: 1'`)
			t.shoot("version")
			t.accessible()
			t.sure("another version", `(e => (e.value = '', e.onchange(), true))(document.querySelector('.finder select'))`)
			t.first("Use two")
			t.press(kb.Enter)
			t.wait("the page", fmt.Sprintf("location.href === %q", web+"v2/use/"))
		}},
		{"a version in a folder of files", finds(folder+"v1/use/index.html", "gizmo", "Use one", folder+"v1/use/index.html")},
		{"a finished site of another generator", func(t *tab) {
			finds(web+"other/", "package", "Install › On Linux", web+"other/guide/install/#linux")(t)
			t.to(web + "other/guide/")
			t.must(chromedp.Do(t.ctx, chromedp.Click("nav a")))
			t.query("windows")
			t.first("Install › On Windows")
			t.shoot("finished")
			t.accessible()
		}},
		{"its other language, and its search page", func(t *tab) {
			finds(web+"other/fr/", "gestionnaire", "Accueil › Les paquets", web+"other/fr/#les")(t)
			t.to(web + "other/search/?q=manager")
			t.first("Install › On Linux")
			t.to(web + "other/search/fr/")
			t.shoot("finished-page")
			t.accessible()
			t.must(chromedp.Do(t.ctx, chromedp.Click("main li a")))
			t.wait("the page", fmt.Sprintf("location.href === %q", web+"other/fr/"))
		}},
		{"a common word with a rare one", func(t *tab) {
			t.to(web)
			t.press("/")
			t.query("words again number857 ")
			t.first("Filler 857")
			t.wait("the number", `document.querySelector('.finder [role=status]').textContent === 'Pages found: 1'`)
			t.wait("an excerpt", `document.querySelector('#finds a').querySelectorAll('mark').length === 4`)
			t.query("words again ")
			t.wait("all of them", `document.querySelector('.finder [role=status]').textContent === 'Pages found: 860'`)
		}},
		{"headings of a page in one group", func(t *tab) {
			t.to(web)
			t.press("/")
			t.query("on ")
			t.first("Install › On Windows")
			t.wait("the other heading", `document.querySelector('#finds div').children[1]?.querySelector('b').textContent === 'On Linux'`)
			t.press(kb.ArrowDown)
			t.press(kb.ArrowDown)
			t.shoot("groups")
			t.accessible()
			t.press(kb.Enter)
			t.wait("the page", fmt.Sprintf("location.href === %q", web+"docs/install/#on-linux"))
		}},
		{"filters", func(t *tab) {
			found := func(n string) {
				t.wait("the number", fmt.Sprintf(`document.querySelector('.finder [role=status]').textContent === 'Pages found: %s'`, n))
			}
			t.to(web)
			t.press("/")
			t.query("words ")
			found("861")
			t.choose("Section", "Posts")
			t.first("A post")
			found("1")
			t.choose("Section", "Handbook")
			found("860")
			t.choose("Tags", "Tip")
			t.wait("it says so", `document.querySelector('.finder [role=status]').textContent === 'Nothing found'`)
			t.choose("Section", "Section")
			t.first("A post")
			t.query("install ")
			t.first("Usage")
			t.shoot("filters")
			t.accessible()
			t.choose("Tags", "Tags")
			t.first("Install")
		}},
		{"words are marked", func(t *tab) {
			t.to(web)
			t.press("/")
			t.query("packag")
			t.first("Install › On Linux")
			t.wait("a mark", `document.querySelector('#finds mark')?.textContent === 'package'`)
			t.shoot("dialog")
			t.accessible()
		}},
		{"right to left", func(t *tab) {
			t.to(web + "ar/")
			t.press("/")
			t.query("العربي")
			t.first("البحث › الفهرس")
			t.sure("each text in its own direction, on one side", `[...document.querySelectorAll('.seek input, #finds a > *')].every(e => {
				const s = getComputedStyle(e);
				return s.unicodeBidi === 'plaintext' && s.textAlign === 'right';
			})`)
			t.shoot("arabic")
		}},
		{"what must not be found", func(t *tab) {
			t.to(web)
			t.press("/")
			t.query("secretword")
			t.wait("it says so", `document.querySelector('.finder [role=status]').textContent === 'Nothing found'`)
			t.sure("no option", `!document.querySelector('#finds a')`)
		}},
		{"keys", keys(web)},
		{"typing on", func(t *tab) {
			t.to(web)
			t.press("/")
			for _, s := range []string{"f", "fi", "filler 7"} {
				t.query(s)
			}
			t.first("Filler 7")
		}},
		{"a slash in a field stays one", func(t *tab) {
			t.to(web + "search/")
			t.must(chromedp.Do(t.ctx, chromedp.SendKeys("input[name=q]", "a/b")))
			t.sure("the text", `document.querySelector('input[name=q]').value === 'a/b' && !document.querySelector('.finder')`)
		}},
		{"the search page with a query", func(t *tab) {
			t.to(web + "search/?q=windows")
			t.first("Install › On Windows")
			t.sure("the field", `document.querySelector('.finder input').value === 'windows'`)
		}},
		{"a click on the button", func(t *tab) {
			t.to(web)
			t.must(chromedp.Do(t.ctx, chromedp.Click(".search-open")))
			t.wait("the dialog", `document.querySelector('.finder')?.open`)
			t.must(chromedp.Do(t.ctx, chromedp.Click(".finder button")))
			t.wait("no dialog", `!document.querySelector('.finder').open`)
		}},
		{"an index that is not there", func(t *tab) {
			t.host.breaks("/search/index.js")
			defer t.host.breaks("")
			t.to(web)
			t.press("/")
			t.query("windows")
			t.wait("it says so",
				`document.querySelector('.finder [role=status]').textContent === 'The search could not be loaded.'`)
			t.host.breaks("")
			t.query("windows")
			t.first("Install › On Windows")
		}},
		{"a script that is not there", func(t *tab) {
			t.host.breaks("/js/search")
			defer t.host.breaks("")
			t.to(web)
			t.press("/")
			t.wait("the list of pages", `location.pathname === '/sub/search/'`)
		}},
		{"without JavaScript", func(t *tab) {
			t.must(chromedp.Do(t.ctx, scripts(true)))
			defer func() { t.must(chromedp.Do(t.ctx, scripts(false))) }()
			t.to(web)
			t.must(chromedp.Do(t.ctx, chromedp.Click(".search-open")))
			t.wait("the page", `location.pathname === '/sub/search/'`)
			t.wait("all titles",
				`[...document.querySelectorAll('main li a')].filter(a => /Filler|Install|Usage|A post/.test(a.textContent)).length === 863`)
			t.wait("by section", `[...document.querySelectorAll('main h3')].some(h => h.textContent === 'Handbook')`)
			t.sure("noindex", `document.querySelector('meta[name=robots]').content === 'noindex, follow'`)
			t.shoot("page")
		}},
	}
}

func keys(web string) func(*tab) {
	return func(t *tab) {
		selected := func(i int) string {
			return fmt.Sprintf(`(() => { const s = [...document.querySelectorAll('#finds a')].findIndex(a => a.ariaSelected === 'true'), id = document.querySelector('.finder input').getAttribute('aria-activedescendant');
				return s === %d && (s < 0 ? !id : document.getElementById(id) === document.querySelectorAll('#finds a')[s]) })()`, i)
		}
		t.to(web)
		t.must(chromedp.Do(t.ctx, chromedp.KeyEvent("k", chromedp.KeyModifiers(chromedp.ModifierCtrl))))
		t.query("filler")
		t.wait("eight results", `document.querySelectorAll('#finds a').length === 8`)
		t.sure("the number", `document.querySelector('.finder [role=status]').textContent === 'Pages found: 860'`)
		t.sure("expanded", `document.querySelector('.finder input').ariaExpanded === 'true'`)
		t.sure("none selected", selected(-1))
		t.press(kb.ArrowDown)
		t.sure("the first", selected(0))
		t.press(kb.ArrowDown)
		t.sure("the second", selected(1))
		t.press(kb.ArrowUp)
		t.press(kb.ArrowUp)
		t.sure("the last", selected(7))
		t.press(kb.ArrowDown)
		t.sure("the first again", selected(0))
		t.sure("the field has the focus", `document.activeElement === document.querySelector('.finder input')`)
		t.press(kb.Escape)
		t.wait("closed", `!document.querySelector('.finder').open && document.activeElement === document.body`)
		t.press("/")
		t.wait("open", `document.querySelector('.finder').open`)
	}
}

// tab is the browser's tab.
type tab struct {
	ctx        context.Context
	host       *host
	shots, axe string
}

// failure ends a check.
type failure string

func (f failure) Error() string { return string(f) }

func (t *tab) fail(format string, args ...any) { panic(failure(fmt.Sprintf(format, args...))) }

func (t *tab) must(err error) {
	if err != nil {
		t.fail("%v", err)
	}
}

func (t *tab) perform(c check) (err error) {
	defer func() {
		if p := recover(); p != nil {
			f, ok := p.(failure)
			if !ok {
				panic(p)
			}
			err = f
		}
	}()
	c.run(t)
	return nil
}

func (t *tab) to(address string) {
	t.must(chromedp.Do(t.ctx, chromedp.EmulateViewport(1000, 700), chromedp.Navigate("about:blank"),
		chromedp.Navigate(address)))
}

func (t *tab) press(key string) { t.must(chromedp.Do(t.ctx, chromedp.KeyEvent(key))) }

// query writes into the field of the dialog, in place of what is there.
func (t *tab) query(text string) {
	t.wait("the dialog", `document.querySelector('.finder')?.open`)
	t.must(chromedp.Do(t.ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector('.finder input').select()`),
		chromedp.KeyEvent(text)))
}

// first waits for the title of the first result.
// choose selects an option of the menu with a label in the dialog.
func (t *tab) choose(label, option string) {
	t.sure("the menu "+label, fmt.Sprintf(`(e => {
		const i = [...e.options].findIndex(o => o.text === %q);
		e.selectedIndex = i;
		e.dispatchEvent(new Event('change'));
		return i >= 0;
	})(document.querySelector('.finder select[aria-label=%q]'))`, option, label))
}

func (t *tab) first(title string) {
	t.wait("the first result", fmt.Sprintf(`document.querySelector('#finds a b')?.textContent === %q`, title))
}

func (t *tab) is(condition string) bool {
	ok, err := chromedp.Run(t.ctx, chromedp.Evaluate[bool]("!!("+condition+")"))
	return err == nil && ok
}

func (t *tab) sure(what, condition string) {
	if !t.is(condition) {
		t.fail("%s: not %s", what, condition)
	}
}

func (t *tab) wait(what, condition string) {
	for start := time.Now(); time.Since(start) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
		if t.is(condition) {
			return
		}
	}
	state, _ := chromedp.Run(t.ctx,
		chromedp.Evaluate[string]("decodeURI(location.href) + ' ' + document.querySelector('.finder')?.innerText.slice(0, 300)"))
	t.fail("%s: never %s\n    the page: %s", what, condition, state)
}

// shoot writes screenshots: of the desktop in light and dark, and of a phone.
func (t *tab) shoot(name string) {
	if t.shots == "" {
		return
	}
	t.must(os.MkdirAll(t.shots, 0o777))
	for _, k := range []struct {
		kind, scheme  string
		width, height int64
	}{{"light", "light", 1000, 700}, {"dark", "dark", 1000, 700}, {"phone", "light", 390, 700}} {
		t.must(chromedp.Do(t.ctx, chromedp.EmulateViewport(k.width, k.height), browser.Colours(k.scheme)))
		png, err := chromedp.Run(t.ctx, chromedp.CaptureScreenshot())
		t.must(err)
		t.must(os.WriteFile(filepath.Join(t.shots, name+"-"+k.kind+".png"), png, 0o666))
	}
	t.must(chromedp.Do(t.ctx, chromedp.EmulateViewport(1000, 700), browser.Colours("light")))
}

// accessible runs axe in light and dark.
func (t *tab) accessible() {
	if t.axe == "" {
		return
	}
	for _, scheme := range []string{"light", "dark"} {
		t.must(chromedp.Do(t.ctx, browser.Colours(scheme), chromedp.Evaluate[chromedp.Void](t.axe)))
		found, err := chromedp.Run(t.ctx, browser.Axe())
		t.must(err)
		for _, v := range found.List {
			t.fail("axe, %s: %s: %s: %s", scheme, v.ID, v.Help, v.Nodes[0].HTML)
		}
	}
}
