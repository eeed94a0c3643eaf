package hugodiff

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree writes files to a new folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func written(t *testing.T, r *Result) string {
	t.Helper()
	var out strings.Builder
	if err := r.Write(&out, 2); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestCompare(t *testing.T) {
	sum, other := strings.Repeat("0a", 32), strings.Repeat("1b", 32)
	page := func(body string) string { return "<!doctype html><title>t</title><main>" + body }
	hugo := tree(t, map[string]string{
		"index.html":                  `<meta name="generator" content="Hugo 0.165.0">` + page("home"),
		"a/index.html":                page("<p>a"),
		"b/index.html":                page("<p>b"),
		"gone/index.html":             page("<p>gone"),
		"moved/index.html":            page("<p>moved"),
		"math/index.html":             page(`<span class="katex"><span class="base">x</span></span>`),
		"url/index.html":              page(`<a href="#ZgotmplZ">x</a>`),
		"post/index.html":             page(`<p>2 words</p><p></p>`),
		"video/index.html":            page(`<p>a</p>`),
		"icon.png":                    picture(png.BestSpeed, 2),
		"large.png":                   picture(png.BestSpeed, 2),
		"s." + sum + ".css":           "a { }",
		"p/a_hu_0123456789abcdef.png": "larger",
		"p/a_hu_1123456789abcdef.png": "small",
		"data.json":                   "{ }\n",
		"download.bin":                "a  b",
		"old.pdf":                     "pdf",
		"de/sitemap.xml":              "<urlset/>",
		".git/config":                 "not a file of the site",
	})
	ours := tree(t, map[string]string{
		"index.html":                  page("home"),
		"a/index.html":                page("<p>a\n"),
		"b/index.html":                page("<p>B"),
		"math/index.html":             page(`<span class="katex"><span class="katex-base">x</span></span>`),
		"url/index.html":              page(`<a href="tel:1">x</a>`),
		"post/index.html":             page(`<p>3 words</p><p><blockquote class="twitter-tweet"><a href="/x"></a></blockquote></p>`),
		"video/index.html":            page(`<div class="s_video_simple __h_video"></div><p>a</p>`),
		"icon.png":                    picture(png.NoCompression, 2),
		"large.png":                   picture(png.NoCompression, 3),
		"new/index.html":              page("<p>moved"),
		"_redirects":                  "/moved/ /new/ 301\n",
		"s." + other + ".css":         "a { }\n",
		"p/a_hu_fedcba9876543210.png": "small",
		"p/a_hu_edcba98765432100.png": "larger",
		"data.json":                   "{ }",
		"download.bin":                "a b",
		"sitemap-de.xml":              "<urlset/>",
		"feed.json":                   "{}",
		"robots.txt":                  "User-agent: *\n",
	})
	r, err := Compare(t.Context(), hugo, ours, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `                          pages    files
identical                     2        4
different                     5        3
only Hugo's output            1        2
only sitegen's output         1        4

Lost: only Hugo's output has 3 files
  /gone/
  old.pdf
    1  sitemap-of-a-language: the sitemaps of languages are in the top folder (docs/hugo-differences/_index.md#sitemaps-feeds-robotstxt)
       hint: to keep Hugo's URLs, set sitemapAddresses = "hugo" in [discovery]
  de/sitemap.xml

Redirected to another page: 1 file
  moved/index.html

Different, cause unknown
    1  file: bin
  download.bin
    1  file: png
  large.png
    1  text in p
  b/index.html
         Hugo:    <p>b
         sitegen: <p>B

Different, cause known
    2  embed: a post or video of another site is a link; Hugo asks that site for it, and prints nothing if that fails (docs/hugo-differences/templates.md)
  post/index.html
  video/index.html
    1  image: the image is encoded by another encoder (docs/hugo-differences/templates.md)
  icon.png
    1  math: formulas are typeset by another version of KaTeX (docs/hugo-differences/templates.md)
  math/index.html
    1  unsafe-url: Hugo prints #ZgotmplZ in place of a URL (docs/hugo-differences/templates.md)
  url/index.html

New: only sitegen's output has 5 files
  _redirects
  new/index.html
    1  more-feeds: sitegen also writes Atom and JSON feeds (docs/hugo-differences/_index.md#sitemaps-feeds-robotstxt)
  feed.json
    1  robots: sitegen always writes robots.txt, with Sitemap lines (docs/hugo-differences/_index.md#sitemaps-feeds-robotstxt)
       hint: to leave it out, set robots = false in [discovery]
  robots.txt
    1  sitemap-of-a-language: the sitemaps of languages are in the top folder (docs/hugo-differences/_index.md#sitemaps-feeds-robotstxt)
       hint: to keep Hugo's URLs, set sitemapAddresses = "hugo" in [discovery]
  sitemap-de.xml
`
	if got := written(t, r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if r.Hugo != "0.165.0" || !r.Loses() || r.Same() {
		t.Errorf("Hugo %q, loses %v, same %v", r.Hugo, r.Loses(), r.Same())
	}

	again := tree(t, map[string]string{"b/index.html": page("<p>BB"), "a/index.html": page("<p> a")})
	if r, err = Compare(t.Context(), hugo, ours, Options{Again: []string{again}}); err != nil {
		t.Fatal(err)
	}
	if r.Pages.Undecided != 6 || r.Pages.Identical != 1 || r.Pages.Differ != 0 {
		t.Errorf("with another build by Hugo: %+v", r.Pages)
	}

	if r, err = Compare(t.Context(), hugo, hugo, Options{}); err != nil || !r.Same() || r.Loses() {
		t.Errorf("a folder and itself: %+v, %v", r, err)
	}
}

// TestExplain: differences that a build with the older behavior does not have, or explains, come from newer releases.
func TestExplain(t *testing.T) {
	diffs := func(list ...string) (out []Difference) {
		for _, s := range list {
			name, cause, _ := strings.Cut(s, " ")
			out = append(out, Difference{Path: name, Class: "c", Cause: cause})
		}
		return out
	}
	r := &Result{
		Differences: diffs("new", "both", "feed feeds", "list"),
		Lost:        []File{{Path: "slug"}, {Path: "gone"}}, Added: []File{{Path: "slugged"}, {Path: "more"}},
	}
	r.Explain(&Result{
		Differences: diffs("both", "feed feeds", "list feeds", "slug"), Lost: []File{{Path: "gone"}},
		Added: []File{{Path: "more"}},
	})
	var got []string
	for _, d := range r.Differences {
		got = append(got, d.Path+"="+d.Cause)
	}
	for _, list := range [][]File{r.Lost, r.Added} {
		for _, f := range list {
			got = append(got, f.Path+"="+f.Cause)
		}
	}
	const want = "new=release both= feed=feeds list=release slug=release gone= slugged=release more="
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}

// rows are the texts of the documentation that describe the causes.
var rows = map[string]string{
	CauseRelease:  "`compatibility = \"0.165\"`",
	CauseFeeds:    "RSS contains only summaries",
	CauseSitemaps: "`lastmod` in sitemaps is `.Lastmod`",
	causeMoreFeed: "`atom.xml`, `feed.json`, and `atom-updates.xml`",
	causeLanguage: "`/sitemap-en.xml`, `/sitemap-fr.xml`",
	causeText:     "no text sitemap",
	causeRobots:   "robots.txt only with `enableRobotsTXT`",
	causeImage:    "file names contain Hugo's hash",
	causeMath:     "formulas are typeset by KaTeX",
	causeUnsafe:   "print `#ZgotmplZ` in place of URLs",
	causeAddress:  "prints memory addresses",
	causeBracket:  "the closing parenthesis is part of the URL",
	causeEmbed:    "fetch the post, and print nothing if that fails",
}

// TestCausesAreDescribed: each cause is a row of a page of the documentation.
func TestCausesAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Causes() {
		if seen[c.Name] || c.Says == "" {
			t.Errorf("%s: named twice, or without a text", c.Name)
		}
		seen[c.Name] = true
		page, _, _ := strings.Cut(c.Page, "#")
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "hugo-differences", page))
		if err != nil {
			t.Fatal(err)
		}
		if row := rows[c.Name]; row == "" || !strings.Contains(string(data), row) {
			t.Errorf("%s: %s does not contain %q", c.Name, page, row)
		}
	}
}

// picture returns a square PNG image.
func picture(level png.CompressionLevel, size int) string {
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: level}).Encode(&out, image.NewGray(image.Rect(0, 0, size, size))); err != nil {
		panic(err) // a buffer and a valid image
	}
	return out.String()
}
