// Package browser starts headless Chromium for the checks of test.sh.
package browser

import (
	"context"
	"os"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Start returns a context with the first tab of a fresh browser, and what ends it. A context made of it
// by chromedp.NewContext is one more tab. The options go to its command line after those that every check needs.
func Start(more ...chromedp.ExecAllocatorOption) (context.Context, func(), error) {
	profile, err := os.MkdirTemp("", "browser-profile")
	if err != nil {
		return nil, nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(profile),
		chromedp.Flag("disable-quic", true), chromedp.Flag("no-first-run", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true))
	options = append(options, more...)
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(alloc)
	end := func() {
		cancel()
		stop()
		os.RemoveAll(profile)
	}
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil { // starts it
		end()
		return nil, nil, err
	}
	return ctx, end, nil
}

// Colours makes a tab prefer a colour scheme: "light" or "dark".
func Colours(scheme string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return chromedp.Void{}, err
	}
}

// Violations is the part of axe's answer that is reported.
type Violations struct {
	List []struct {
		ID     string `json:"id"`
		Impact string `json:"impact"`
		Help   string `json:"help"`
		Nodes  []struct {
			HTML string `json:"html"`
		} `json:"nodes"`
	} `json:"violations"`
}

// Axe runs axe-core in a tab whose page has loaded its script.
func Axe() chromedp.Action[Violations] {
	return chromedp.Evaluate[Violations](`axe.run(document, {resultTypes: ["violations"]})`, chromedp.EvalAwaitPromise)
}
