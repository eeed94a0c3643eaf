package sitemap

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/testing/schematest"
)

// TestMutationsBySchema takes a valid sitemap with every extension, and an index.
func TestMutationsBySchema(t *testing.T) {
	schematest.Need(t, "xmllint")
	video := fullVideo()
	m, _, _ := write(t, Options{Now: now, Images: Inline}, Entry{
		Loc: base, LastMod: day, ChangeFreq: "daily", Priority: 0.5, HasPriority: true,
		Alternates: []Alternate{{"en", base}, {"de", base + "de/"}}, Images: []Image{{base + "a.jpg"}, {base + "b.jpg"}}, Videos: []Video{video},
		News: &News{"The Times", "en", now, false, "Title"},
	})
	_, article, _ := strings.Cut(m["sitemap-news.xml"].String(), "</loc>")
	article, _, _ = strings.Cut(article, "</url>")
	article = strings.Replace(article, "<news:news>", `<news:news xmlns:news="`+nsNews+`">`, 1)
	file := strings.Replace(m["sitemap-1.xml"].String(), "</url>", article+
		`<video:video><video:thumbnail_loc>https://a.example/t</video:thumbnail_loc><video:title>T</video:title><video:description>D</video:description>`+
		`<video:player_loc allow_embed="yes" autoplay="a">https://a.example/p</video:player_loc><video:content_segment_loc duration="1">https://a.example/s</video:content_segment_loc>`+
		`<video:category>c</video:category><video:gallery_loc title="g">https://a.example/g</video:gallery_loc><video:price currency="EUR" type="rent" resolution="HD">1</video:price>`+
		`<video:tvshow><video:show_title>S</video:show_title><video:video_type>full</video:video_type><video:season_number>1</video:season_number></video:tvshow>`+
		`<video:id type="url">x</video:id></video:video></url>`, 1)

	mutate(t, schematest.Sitemap, file, 300)
	index := strings.Replace(m["sitemap.xml"].String(), "</loc></sitemap>", "</loc><lastmod>2026-01-02</lastmod></sitemap>", 1)
	mutate(t, schematest.Index, index, 20)
}

// mutate changes a valid file at one place after the other, and asks xmllint and the Validator: what the
// schemas refuse the Validator must report.
func mutate(t *testing.T, kind schematest.Kind, file string, least int) {
	t.Helper()
	var files []string
	leaf := regexp.MustCompile(`<([a-z:_]+)( [^<>]*)?>([^<]*)</[a-z:_]+>|<xhtml:link [^>]*/>`)
	leaves := leaf.FindAllStringSubmatchIndex(file, -1)
	for i, l := range leaves {
		from, to := l[0], l[1]
		files = append(files, file[:from]+file[to:], file[:to]+file[from:to]+file[to:])
		if i > 0 {
			last := leaves[i-1]
			files = append(files, file[:last[0]]+file[from:to]+file[last[1]:from]+file[last[0]:last[1]]+file[to:])
		}
		if l[6] < 0 {
			continue
		}
		for _, value := range []string{
			"", " ", "x", "-1", "0", "0.5", "1.5", "99999", "1e5", "2026-13-01", "2026-01-02", "2026-01-02Z", "2026-01-02T03:04Z", "2026-01-02T24:00:00Z",
			"yes", "Yes", "yEs", "de", "DE", "web", "https://a.example/" + strings.Repeat("a", 2100), strings.Repeat("a", 101), "a\tb", "<b/>", "<url/>",
		} {
			files = append(files, file[:l[6]]+value+file[l[7]:])
		}
		if l[4] >= 0 {
			files = append(files, file[:l[4]]+file[l[5]:], file[:l[5]]+` z="1"`+file[l[5]:])
		}
	}
	attr := regexp.MustCompile(`="([^"<>]*)"`)
	for _, a := range attr.FindAllStringSubmatchIndex(file, -1) {
		for _, value := range []string{"", "x", "yes", "1", "https://a.example/"} {
			files = append(files, file[:a[2]]+value+file[a[3]:])
		}
	}
	dir := t.TempDir()
	var names []string
	for i, content := range files {
		names = append(names, filepath.Join(dir, fmt.Sprintf("%d.xml", i)))
		if err := os.WriteFile(names[i], []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	problems, err := schematest.SchemaCheck(kind, names...)
	if err != nil {
		t.Fatal(err)
	}
	refused := map[string]string{}
	for _, p := range problems {
		refused[p.File] += p.Message + "\n"
	}
	if found := validate("x", "", strings.NewReader(file), CheckOptions{}); hasError(found) || len(refused) < least {
		t.Fatalf("%d of %d refused; %v", len(refused), len(files), found)
	}
	for i, content := range files {
		message := refused[names[i]]
		if message != "" && !hasError(validate("x", "", strings.NewReader(content), CheckOptions{})) {
			t.Errorf("number %d: the schema says %s", i, message)
		}
	}
	t.Logf("%d of %d refused", len(refused), len(files))
}
