package main

import (
	"context"
	_ "embed"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/sitegen/sitegen/tools/browser"
)

// noscript looks for what does not work without JavaScript and returns it as a list.
//
//go:embed noscript.js
var noscript string

// looks are the sizes and colours in which axe sees a page.
var looks = []struct {
	name, scheme string
	width        int64
}{{"light", "light", 1200}, {"dark", "dark", 1200}, {"phone", "light", 390}}

// finding is something wrong with a page. Two pages have it in common when kind is the same.
type finding struct{ kind, text string }

// look opens a page, with and without JavaScript, and returns what is wrong with it.
func look(tab context.Context, axe string, p page, shots string) ([]finding, error) {
	ctx, cancel := context.WithCancel(tab)
	defer cancel()
	heard := &ear{}
	if err := chromedp.Listen(ctx, heard.hear); err != nil {
		return nil, err
	}
	if err := chromedp.Do(tab, scripts(true), browser.Colours(looks[0].scheme)); err != nil {
		return nil, err
	}
	var found []finding
	for _, width := range []int64{390, looks[0].width} {
		shift := ""
		for n := 0; n == 0 || n < loads && shift != ""; n++ {
			var err error
			if shift, err = chromedp.Run(tab, shifts(p.address, width)); err != nil {
				return nil, err
			}
		}
		if shift != "" {
			kind := fmt.Sprintf("%d px wide: the layout shifts while the page loads", width)
			found = append(found, finding{kind, kind + ": " + shift})
		}
	}
	if err := chromedp.Do(tab, chromedp.Evaluate[chromedp.Void](axe)); err != nil {
		return nil, err
	}
	for _, l := range looks {
		if err := chromedp.Do(tab, chromedp.EmulateViewport(l.width, 900), browser.Colours(l.scheme)); err != nil {
			return nil, err
		}
		r, err := chromedp.Run(tab, browser.Axe())
		if err != nil {
			return nil, err
		}
		for _, v := range r.List {
			for _, n := range v.Nodes {
				found = append(found, finding{
					fmt.Sprintf("axe, %s: %s of %s", l.name, v.ID, element(n.HTML)),
					fmt.Sprintf("axe, %s: %s, %s: %s\n    %s", l.name, v.ID, v.Impact, v.Help, n.HTML),
				})
			}
		}
	}
	if shots != "" {
		if err := shoot(tab, shots, p.name); err != nil {
			return nil, err
		}
	}
	for _, width := range []int64{1200, 390} {
		more, err := chromedp.Run(tab, scriptless(p.address, width))
		if err != nil {
			return nil, err
		}
		for _, m := range more {
			kind := fmt.Sprintf("without JavaScript, %d px wide: %s", width, m)
			found = append(found, finding{kind, kind})
		}
	}
	for _, said := range heard.said() {
		found = append(found, finding{port.ReplaceAllString(said, ""), said})
	}
	return found, nil
}

// loads is how often a page whose layout shifts is opened. On a busy machine the window may get its width after the first
// layout, so only a page that shifts each time does so by itself.
const loads = 3

// shifts opens a page in a window of a width and returns its layout shifts (https://web.dev/articles/cls): how large
// they are, and the elements that moved. Shifts of less than 0.001, as from the font of formulas, are not returned.
func shifts(address string, width int64) chromedp.Action[string] {
	return func(ctx context.Context, t *chromedp.Target) (string, error) {
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate(address)); err != nil {
			return "", err
		}
		return chromedp.Run(ctx, chromedp.Evaluate[string](`new Promise(done => {
			const found = []
			const moved = s => " " + (s.node?.outerHTML || s.node?.data)?.slice(0, 90)
			const say = e => e.value.toFixed(4) + e.sources.map(moved).join()
			new PerformanceObserver(list => found.push(...list.getEntries().filter(e => e.value >= .001).map(say)))
				.observe({type: "layout-shift", buffered: true})
			setTimeout(() => done(found.join("; ")), 100)
		})`, chromedp.EvalAwaitPromise))
	}
}

// port is what tells two servers of one machine apart.
var port = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)

// element is the name of the element that HTML begins with.
func element(html string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(html, "<"), " ")
	name, _, _ = strings.Cut(name, ">")
	return name
}

// scriptless opens a page without JavaScript and runs noscript.js in it, as a developer's console can.
func scriptless(address string, width int64) chromedp.Action[[]string] {
	return func(ctx context.Context, t *chromedp.Target) ([]string, error) {
		err := chromedp.Do(ctx, scripts(false), chromedp.EmulateViewport(width, 900), chromedp.Navigate(address))
		if err != nil {
			return nil, err
		}
		return chromedp.Run(ctx, chromedp.Evaluate[[]string](noscript))
	}
}

// scripts turns the JavaScript of pages on or off.
func scripts(on bool) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled,
			emulation.SetScriptExecutionDisabledParams{Value: !on})
		return chromedp.Void{}, err
	}
}

// ear keeps what a page says in the console and asks of others.
type ear struct {
	mu   sync.Mutex
	list []string
}

func (e *ear) hear(event any) {
	text := ""
	switch ev := event.(type) {
	case *log.EventEntryAdded:
		text = fmt.Sprintf("console, %s: %s %s", ev.Entry.Level, ev.Entry.Text, ev.Entry.URL)
	case *runtime.EventExceptionThrown:
		text = fmt.Sprintf("console: %s %s", ev.ExceptionDetails.Text, ev.ExceptionDetails.URL)
	case *runtime.EventConsoleAPICalled:
		text = fmt.Sprintf("console, %s", ev.Type)
	case *network.EventRequestWillBeSent:
		u, err := url.Parse(ev.Request.URL)
		if err != nil || u.Scheme != "data" && u.Scheme != "about" && u.Hostname() != "127.0.0.1" {
			text = "it asks for " + ev.Request.URL
		}
	}
	if text == "" {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if !slices.Contains(e.list, text) {
		e.list = append(e.list, text)
	}
}

func (e *ear) said() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.list
}

// shoot writes screenshots of the page that is open.
func shoot(tab context.Context, dir, name string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, scheme := range []string{"light", "dark"} {
		for _, size := range []struct {
			kind  string
			width int64
		}{{"desktop", 1200}, {"phone", 390}} {
			if err := chromedp.Do(tab, chromedp.EmulateViewport(size.width, 900), browser.Colours(scheme)); err != nil {
				return err
			}
			png, err := chromedp.Run(tab, chromedp.FullScreenshot(100))
			if err != nil {
				return err
			}
			file := strings.ReplaceAll(strings.TrimSuffix(name, ".html"), "/", "-") + "-" + size.kind + "-" + scheme + ".png"
			if err := os.WriteFile(filepath.Join(dir, file), png, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
