package main

import (
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

func scroll(s *stage) {
	s.serve()
	t := s.open("/sub/one/")
	must(t.do("scrollTo(0, 800), document.querySelector('.side').scrollTo(0, 300)"))
	t.mark()
	s.edit("content/one.md", "first words", "edited words")
	t.wait("the edit is shown", says("edited words"))
	t.sure("the page was reloaded", "!"+kept)
	t.wait("the scroll position is kept",
		"Math.abs(scrollY - 800) < 2 && document.querySelector('.side').scrollTop === 300")
	time.Sleep(100 * time.Millisecond)
	t.sure("and stays", "Math.abs(scrollY - 800) < 2")
}

func swap(s *stage) {
	s.serve()
	t := s.open("/sub/one/")
	t.mark()
	s.edit("static/css/main.css", "rgb(1, 2, 3)", "rgb(9, 9, 9)")
	t.wait("the new style is there", "getComputedStyle(document.body).color === 'rgb(9, 9, 9)'")
	t.wait("the old sheet is gone", "document.querySelectorAll('link[rel=stylesheet]').length === 1")
	s.edit("static/css/deep.css", "250, 250, 250", "200, 250, 200")
	t.wait("an imported sheet, too", "getComputedStyle(document.body).backgroundColor === 'rgb(200, 250, 200)'")
	s.edit("static/img/photo.svg", `width="20"`, `width="50"`)
	t.wait("the new picture is there", "document.querySelector('img').naturalWidth === 50")
	t.wait("also from a set",
		"document.querySelector('img.set').naturalWidth >= 25 && document.querySelector('img.set').srcset.split('sitegen=').length === 3")
	s.edit("content/two.md", "other words", "more words")
	time.Sleep(300 * time.Millisecond)
	t.sure("without a reload, also when another page changes", kept)
}

func script(s *stage) {
	s.serve()
	t := s.open("/sub/one/")
	s.edit("static/js/app.js", "1", "2")
	t.wait("the new script ran", "window.app === 2")
}

// missed lets a tab hear only what nothing follows for a while, as a slow one does that gets the last state only.
func missed(s *stage) {
	s.without = `const real = Object.getOwnPropertyDescriptor(EventSource.prototype, 'onmessage');
	Object.defineProperty(EventSource.prototype, 'onmessage', { set(f) { let last; real.set.call(this, (e) => {
		if (last) sessionStorage.missed = Number(sessionStorage.missed ?? 0) + 1;
		clearTimeout(last);
		last = setTimeout(() => { last = undefined; f(e) }, 150);
	}) } });`
	s.serve()
	t := s.open("/sub/one/")
	for i := range 6 {
		s.edit("static/js/app.js", fmt.Sprint(i+1), fmt.Sprint(i+2))
		t.wait("the new script ran", fmt.Sprint("window.app === ", i+2))
	}
	t.sure("it missed some", "sessionStorage.missed > 0")
}

func overlay(s *stage) {
	s.serve()
	t := s.open("/sub/one/")
	t.mark()
	good := "title: One"
	s.edit("content/one.md", good, "title: [One")
	t.wait("the error is shown", overlayText+".includes('content/one.md:')")
	t.sure("with a link to the editor",
		`document.querySelector('sitegen-preview').shadowRoot.querySelector('a').href.startsWith('vscode://file`+s.dir+
			`/content/one.md:')`)
	t.sure("with the line",
		`document.querySelector('sitegen-preview').shadowRoot.querySelector('pre').textContent.length > 3`)
	t.sure("over the last good page", says("first words"))
	second := s.open("/sub/two/")
	second.wait("a tab that is opened now shows it, too", overlayText+".includes('content/one.md:')")
	second.close()
	t.shoot("overlay")
	t.accessible()
	hide := "document.querySelector('sitegen-preview').shadowRoot.querySelector('.close').click()"
	must(t.do(hide))
	t.sure("hidden, a button stays",
		"document.querySelector('sitegen-preview').shadowRoot.querySelector('.chip') && !document.querySelector('sitegen-preview').shadowRoot.querySelector('section')")
	t.shoot("hidden")
	must(t.do("document.querySelector('sitegen-preview').shadowRoot.querySelector('.chip').click()"))
	t.sure("and brings it back", "document.querySelector('sitegen-preview').shadowRoot.querySelector('section')")
	s.edit("layouts/all.html", "{{ .Content }}", "{{ .Content }")
	s.edit("content/one.md", "title: [One", good)
	t.wait("another error takes its place", overlayText+".includes('layouts/all.html:') && !"+overlayText+
		".includes('content/one.md:')")
	s.edit("layouts/all.html", "{{ .Content }", "{{ .Content }}")
	t.wait("the error is gone", "!"+overlayText+".includes('all.html')")
	t.sure("the page was never reloaded", kept)
	s.edit("content/one.md", "first words", "edited words")
	t.wait("and follows again", says("edited words"))
}

func tabs(s *stage) {
	s.serve()
	var all []*tab
	for _, path := range []string{"/sub/one/", "/sub/two/", "/sub/one/", "/sub/rtl/"} {
		t := s.open(path)
		t.mark()
		all = append(all, t)
	}
	if n := s.server.Streams(); n != 1 {
		panic(failure(fmt.Sprintf("%d connections for %d tabs", n, len(all))))
	}
	s.edit("content/two.md", "other words", "edited words")
	all[1].wait("the tab with the page", says("edited words"))
	time.Sleep(200 * time.Millisecond)
	for _, i := range []int{0, 2, 3} {
		all[i].sure("only that tab is reloaded", kept)
	}
	all[0].close() // it had the connection
	s.edit("content/one.md", "first words", "again edited")
	all[2].wait("after the first tab was closed", says("again edited"))
	all[1].mark()
	s.edit("content/rtl.md", "كلمات", "نص")
	all[3].wait("a third tab", says("نص"))
	all[1].sure("the others stay", kept)
	if n := s.server.Streams(); n != 1 {
		panic(failure(fmt.Sprintf("%d connections after a tab was closed", n)))
	}
}

// noLocks is a page that is not on this machine: http://192.168.… is no secure context.
func noLocks(s *stage) {
	s.without = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })"
	s.serve()
	one, two := s.open("/sub/one/"), s.open("/sub/two/")
	one.sure("there are no locks", "!navigator.locks")
	two.mark()
	s.edit("content/one.md", "first words", "edited words")
	one.wait("the page that changed", says("edited words"))
	time.Sleep(200 * time.Millisecond)
	two.sure("the other one stays", kept)
	s.edit("content/two.md", "other words", "edited, too")
	two.wait("and follows", says("edited, too"))
}

func restart(s *stage) {
	s.serve()
	one, two := s.open("/sub/one/"), s.open("/sub/two/")
	one.mark()
	two.mark()
	s.end()
	s.edit("content/one.md", "first words", "edited words")
	s.serve()
	one.wait("the page that changed meanwhile", says("edited words"))
	time.Sleep(200 * time.Millisecond)
	two.sure("the other one stays", kept)
	s.edit("content/two.md", "other words", "edited, too")
	two.wait("and follows again", says("edited, too"))
}

func rightToLeft(s *stage) {
	s.serve()
	t := s.open("/sub/rtl/")
	must(t.do("scrollTo(0, 500)"))
	s.edit("content/rtl.md", "كلمات أولى", "كلمات أخرى")
	t.wait("the edit is shown", says("كلمات أخرى"))
	t.wait("the scroll position is kept", "Math.abs(scrollY - 500) < 2")
	s.edit("content/rtl.md", "title: صفحة", "title: [صفحة")
	t.wait("the error is shown", overlayText+".includes('content/rtl.md:')")
	t.sure("from left to right, within the window", `(() => {
		const e = document.querySelector('sitegen-preview').shadowRoot.querySelector('section'), box = e.getBoundingClientRect();
		return getComputedStyle(e).direction === 'ltr' && box.left >= 0 && box.right <= innerWidth && box.width > 300;
	})()`)
	t.shoot("right-to-left")
	s.edit("content/rtl.md", "title: [صفحة", "title: صفحة")
	t.wait("and goes", "!"+overlayText+".includes('rtl.md')")
}

func notFound(s *stage) {
	s.serve()
	t := s.open("/sub/new/")
	t.sure("the 404 page of the site", says("Lost"))
	t.mark()
	s.edit("content/two.md", "other words", "edited words")
	time.Sleep(300 * time.Millisecond)
	t.sure("an edit elsewhere leaves it", kept)
	s.write("content/new.md", "---\ntitle: New\n---\nhere it is\n")
	t.wait("the page has come", says("here it is"))
}

func firstFails(s *stage) {
	s.edit("content/one.md", "title: One", "title: [One")
	s.serve()
	t := s.open("/sub/one/")
	t.sure("the errors are the page", says("cannot be built yet")+"&&"+says("content/one.md:"))
	t.sure("and not over it, too", "!document.querySelector('sitegen-preview')")
	t.shoot("first-fails")
	t.accessible()
	s.edit("content/one.md", "title: [One", "title: [One, Two")
	s.edit("content/one.md", "title: [One, Two", "title: One")
	t.wait("it recovers by itself", says("first words"))
}

func policy(s *stage) {
	s.serve()
	for _, name := range []string{"strict", "meta"} {
		t := s.open("/sub/" + name + "/")
		t.sure("the policy counts", "window.app === undefined")
		t.mark()
		s.edit("static/css/main.css", "body { color: rgb", "p { margin: 1px } body { color: rgb")
		t.wait(name+": style sheets are swapped", "getComputedStyle(document.querySelector('p')).marginTop === '1px'")
		t.sure(name+": without a reload", kept)
		s.edit("static/css/main.css", "p { margin: 1px } ", "")
		s.edit("content/"+name+".md", name+" words", "edited words")
		t.wait(name+": the page is reloaded", says("edited words"))
		s.edit("content/"+name+".md", "title: ", "title: [")
		t.wait(name+": errors are shown", overlayText+".includes('content/"+name+".md:')")
		t.sure(name+": with their style",
			"getComputedStyle(document.querySelector('sitegen-preview').shadowRoot.querySelector('section')).position === 'absolute'")
		s.edit("content/"+name+".md", "title: [", "title: ")
		t.wait(name+": and go", "!"+overlayText+".includes('.md:')")
	}
}

func badge(s *stage) {
	s.serve()
	t := s.open("/sub/draft/")
	t.wait("the badge", overlayText+".includes('Draft, not in production') && "+overlayText+
		".includes('content/draft.md')")
	t.shoot("badge")
	must(t.do("document.querySelector('sitegen-preview').shadowRoot.querySelector('details').open = true"))
	t.shoot("badge-open")
	t.accessible()
	s.edit("content/draft.md", "draft: true\n", "")
	t.wait("it goes with the reason", "document.sitegenPreview && !"+overlayText+".includes('production')")
}

func navigate(s *stage) {
	s.navigate = true
	s.serve()
	t := s.open("/sub/one/")
	s.edit("content/two.md", "other words", "edited words")
	t.wait("the edited page", "location.pathname === '/sub/two/' &&"+says("edited words"))
	s.edit("content/two.md", "edited words", "edited again")
	t.wait("and its edits", says("edited again"))
}

func back(s *stage) {
	s.serve()
	t := s.open("/sub/one/")
	t.to("/sub/two/")
	s.edit("content/one.md", "first words", "edited words")
	time.Sleep(200 * time.Millisecond)
	must(chromedp.Do(t.ctx, chromedp.NavigateBack()))
	t.wait("the page as it is now", "location.pathname === '/sub/one/' &&"+says("edited words"))
	s.edit("content/one.md", "edited words", "edited again")
	t.wait("and it follows again", says("edited again"))
}

func moves(s *stage) {
	s.serve()
	t := s.open("/sub/one/")
	s.rename("content/one.md", "content/uno.md")
	t.wait("the page at its new URL", "location.pathname === '/sub/uno/' &&"+says("first words"))
	s.edit("content/uno.md", "title: One", "title: One\nslug: eins")
	t.wait("the URL of a slug", "location.pathname === '/sub/eins/' &&"+says("first words"))
	s.rename("content/uno.md", "uno.md")
	t.wait("the list that the page was in", "location.pathname === '/sub/' &&"+
		overlayText+".includes('/sub/eins/ was removed')")
	t.shoot("removed")
	t.accessible()
	s.rename("uno.md", "content/uno.md")
	t.wait("the page that is back", "location.pathname === '/sub/eins/' &&"+says("first words"))
	s.rename("content/uno.md", "uno.md")
	t.wait("the list again", "location.pathname === '/sub/' &&"+overlayText+".includes('was removed')")
	must(t.do("document.querySelector('sitegen-preview').shadowRoot.querySelector('.gone button').click()"))
	s.rename("uno.md", "content/uno.md")
	time.Sleep(300 * time.Millisecond)
	t.sure("after the note is closed, the list stays", "location.pathname === '/sub/'")
}
