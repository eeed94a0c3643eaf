// Command lighthouse runs Lighthouse with its phone preset on the main page kinds of the embedded themes, three
// times each, and fails when a median is too low: accessibility, best practices and SEO must be 100,
// performance 95. tools/lighthouse.sh installs Lighthouse and builds the sites.
//
//	go run -C tools ./lighthouse -bin LIGHTHOUSE [-runs 3] [-reports FOLDER] SITES
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// flags are those of tools/browser, for the browser that Lighthouse starts.
const flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync"

// pages are the main page kinds: folder of the site, and path in it.
var pages = []struct{ name, site, path string }{
	{"blog, home", "blog", "/"},
	{"blog, post", "blog", "/2024/04/shaping/"},
	{"docs, splash", "docs", "/"},
	{"docs, page", "docs", "/guide/first-machine/"},
}

// categories are Lighthouse's, each with the least score that passes.
var categories = []struct {
	id    string
	least int
}{{"performance", 95}, {"accessibility", 100}, {"best-practices", 100}, {"seo", 100}}

// report is the part of Lighthouse's answer that is read.
type report struct {
	RuntimeError *struct{ Message string } `json:"runtimeError"`
	Categories   map[string]struct {
		Score     *float64 `json:"score"` // null where an audit failed to run
		AuditRefs []struct {
			ID     string  `json:"id"`
			Weight float64 `json:"weight"`
		} `json:"auditRefs"`
	} `json:"categories"`
	Audits map[string]struct {
		Score        *float64 `json:"score"` // null where it does not apply
		Title        string   `json:"title"`
		DisplayValue string   `json:"displayValue"`
	} `json:"audits"`
}

func main() {
	bin := flag.String("bin", "", "the lighthouse command (required)")
	runs := flag.Int("runs", 3, "runs of each page; the median counts")
	reports := flag.String("reports", "", "folder to keep Lighthouse's answers in (default: none)")
	flag.Parse()
	if err := run(*bin, *runs, *reports, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "lighthouse:", err)
		os.Exit(1)
	}
}

func run(bin string, runs int, keep, sites string) error {
	if bin == "" || sites == "" || runs < 1 {
		return fmt.Errorf("name the command, the folder of the sites, and at least one run")
	}
	folder := keep
	if folder == "" {
		var err error
		if folder, err = os.MkdirTemp("", "lighthouse"); err != nil {
			return err
		}
		defer os.RemoveAll(folder)
	}
	low := 0
	fmt.Printf("load average at the start: %s\n\n", load())
	fmt.Println("| page | performance | accessibility | best practices | SEO | first paint | largest paint | bytes |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	for _, p := range pages {
		server := httptest.NewServer(compressed(filepath.Join(sites, p.site)))
		reports := make([]report, runs)
		for i := range reports {
			file := filepath.Join(folder, fmt.Sprintf("%s-%d.json", strings.ReplaceAll(p.name, ", ", "-"), i+1))
			r, err := measure(bin, server.URL+p.path, file)
			if err != nil {
				server.Close()
				return fmt.Errorf("%s: %w", p.name, err)
			}
			reports[i] = r
		}
		server.Close()
		low += show(p.name, reports)
	}
	fmt.Printf("\nload average at the end: %s\n", load())
	if low > 0 {
		return fmt.Errorf("%d scores are too low", low)
	}
	return nil
}

// measure runs Lighthouse once.
func measure(bin, address, file string) (report, error) {
	var r report
	cmd := exec.Command(bin, address, "--quiet", "--no-enable-error-reporting", "--output=json", "--output-path="+file,
		"--chrome-flags="+flags)
	if out, err := cmd.CombinedOutput(); err != nil {
		return r, fmt.Errorf("%w\n%s", err, out)
	}
	src, err := os.ReadFile(file)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(src, &r); err != nil {
		return r, err
	}
	if r.RuntimeError != nil {
		return r, fmt.Errorf("%s", r.RuntimeError.Message)
	}
	return r, nil
}

// show prints the row of a page and what cost it points, and returns how many of its scores are too low.
func show(name string, reports []report) int {
	row, low, why := "| "+name, 0, []string(nil)
	for _, c := range categories {
		score := median(reports, func(r report) float64 {
			if s := r.Categories[c.id].Score; s != nil {
				return *s * 100
			}
			return 0
		})
		row += fmt.Sprintf(" | %.0f", score)
		if int(math.Round(score)) < c.least {
			low++
			why = append(why, failed(reports[0], c.id)...)
		}
	}
	for _, id := range []string{"first-contentful-paint", "largest-contentful-paint", "total-byte-weight"} {
		row += " | " + strings.TrimPrefix(reports[0].Audits[id].DisplayValue, "Total size was ")
	}
	fmt.Println(row + " |")
	for _, w := range why {
		fmt.Println("    " + w)
	}
	return low
}

// failed names the audits of a category that cost it points.
func failed(r report, category string) []string {
	var list []string
	for _, ref := range r.Categories[category].AuditRefs {
		a := r.Audits[ref.ID]
		if ref.Weight > 0 && a.Score != nil && *a.Score < 1 {
			list = append(list, fmt.Sprintf("%s: %s %s", ref.ID, a.Title, a.DisplayValue))
		}
	}
	return list
}

func median(reports []report, of func(report) float64) float64 {
	var values []float64
	for _, r := range reports {
		values = append(values, of(r))
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// load is the load average of the last minute, or "unknown".
func load() string {
	src, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(src), " ")
	return first
}
