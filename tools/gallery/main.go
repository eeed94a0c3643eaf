// Command gallery takes screenshots of every page kind of the embedded themes with headless Chromium, to
// be looked at: desktop in light and dark colours, phone, right to left, Chinese characters, and print.
// tools/gallery.sh builds the sites for it.
//
//	go run -C tools ./gallery -out FOLDER [-match NAME] SITES
//	go run -C tools ./gallery -publish FOLDER SITES
//
// SITES is a folder with the built sites blog, blog-STYLE for each style of its home page, and docs. With -publish only
// the pictures of the documentation are taken, as WebP.
package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/sitegen/sitegen/tools/browser"
)

func main() {
	out := flag.String("out", "", "folder for PNG screenshots of all pages, and PDF of the printed ones")
	publish := flag.String("publish", "", "folder for the WebP pictures of the documentation")
	match := flag.String("match", "", "only pictures whose name holds this")
	flag.Parse()
	if err := run(flag.Arg(0), *out, *publish, *match); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

func run(sites, out, publish, match string) error {
	if sites == "" || (out == "") == (publish == "") {
		return fmt.Errorf("name the folder of the built sites, and one of -out and -publish")
	}
	list, folder, extension := allShots(), out, ".png"
	if publish != "" {
		list, folder, extension = publishedShots(), publish, ".webp"
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	servers := map[string]*httptest.Server{}
	for _, s := range list {
		if servers[s.site] == nil {
			servers[s.site] = httptest.NewServer(http.FileServer(http.Dir(filepath.Join(sites, s.site))))
			defer servers[s.site].Close()
		}
	}
	// Headless Chromium has no mouse, and would show what others show when the pointer is over it.
	mouse := "primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"
	tab, stop, err := browser.Start(chromedp.Flag("blink-settings", mouse))
	if err != nil {
		return err
	}
	defer stop()

	taken, wide := 0, 0
	for _, s := range list {
		if !strings.Contains(s.name, match) {
			continue
		}
		address := servers[s.site].URL + (&url.URL{Path: s.path}).String()
		image, overflow, err := take(tab, s, address)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if overflow > 0 {
			wide++
			fmt.Printf("%s: the page is %d px wider than its window\n", s.name, overflow)
		}
		if err := os.WriteFile(filepath.Join(folder, s.name+extension), image, 0o644); err != nil {
			return err
		}
		taken++
		if s.media == "print" && publish == "" {
			if err := printPDF(tab, filepath.Join(folder, s.name+".pdf")); err != nil {
				return err
			}
		}
	}
	fmt.Printf("gallery: %d pictures in %s\n", taken, folder)
	if taken == 0 || wide > 0 {
		return fmt.Errorf("%d pictures, %d of pages that scroll sideways", taken, wide)
	}
	return nil
}

// settle loads what is loaded when it comes into view, waits for it, and tells by how many pixels the page is wider than
// its window and how high it is.
const settle = `(async () => {
	const images = [...document.images];
	images.forEach(i => i.loading = "eager");
	await Promise.all(images.map(i => i.decode().catch(() => {})));
	const from = scrollY;
	const waiting = () => document.querySelector(".mermaid:not(.drawn)");
	waiting()?.scrollIntoView({behavior: "instant"});
	for (let i = 0; i < 200 && waiting(); i++) await new Promise(done => setTimeout(done, 100));
	scrollTo({top: from, behavior: "instant"});
	const root = document.documentElement;
	return {over: root.scrollWidth - root.clientWidth, height: root.scrollHeight};
})()`

// take opens a page as the shot says and returns its picture, and how far it overflows sideways.
func take(tab context.Context, s shot, address string) (image []byte, overflow int, err error) {
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: s.scheme}}
	media := call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: s.media, Features: features})
	screen := emulation.SetDeviceMetricsOverrideParams{Width: s.width, Height: s.height, DeviceScaleFactor: 1, Mobile: s.width < 500}
	touch := call(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: screen.Mobile})
	err = chromedp.Do(tab, call(emulation.SetDeviceMetricsOverride, screen), touch, media, chromedp.Navigate(address))
	if err != nil {
		return nil, 0, err
	}
	if s.script != "" {
		if err := chromedp.Do(tab, chromedp.Evaluate[chromedp.Void](s.script, chromedp.EvalAwaitPromise)); err != nil {
			return nil, 0, err
		}
	}
	size, err := chromedp.Run(tab, chromedp.Evaluate[struct{ Over, Height int64 }](settle, chromedp.EvalAwaitPromise))
	if err != nil {
		return nil, 0, err
	}
	if s.whole && size.Height > s.height {
		screen.Height = min(size.Height, maxHeight)
		if err := chromedp.Do(tab, call(emulation.SetDeviceMetricsOverride, screen)); err != nil {
			return nil, 0, err
		}
	}
	var params page.CaptureScreenshotParams
	if s.quality > 0 {
		params.Format, params.Quality = page.CaptureScreenshotFormatWebp, &s.quality
	}
	r, err := chromedp.Run(tab, func(ctx context.Context, t *chromedp.Target) (page.CaptureScreenshotResult, error) {
		return cdp.Call(ctx, t, page.CaptureScreenshot, params)
	})
	return r.Data, int(size.Over), err
}

// printPDF prints the page that the tab shows on A4.
func printPDF(tab context.Context, file string) error {
	r, err := chromedp.Run(tab, func(ctx context.Context, t *chromedp.Target) (page.PrintToPDFResult, error) {
		return cdp.Call(ctx, t, page.PrintToPDF, page.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69})
	})
	if err != nil {
		return err
	}
	return os.WriteFile(file, r.Data, 0o644)
}

// call makes an action of a command of the protocol whose answer does not matter.
func call[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, command, params)
		return chromedp.Void{}, err
	}
}
