package indexing

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

func zipped(t *testing.T, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err == nil {
			_, err = w.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func utf16LE(s string) string {
	out := []byte("\xff\xfe")
	for _, u := range utf16.Encode([]rune(s)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}

// Exports in all forms give the same rows: URL, reason, and day of the last visit.
func TestRead(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"Search Console", "t.csv", "URL,Last crawled\nhttps://e.test/a,2026-01-02\nhttps://e.test/b,1969-12-31\n", "https://e.test/a||2026-01-02 https://e.test/b||"},
		{"a translation", "t.csv", "\ufeffSeite;Zuletzt gecrawlt\r\nhttps://e.test/a;2.1.2026\r\n", "https://e.test/a||2026-01-02"},
		{"a byte order mark and quotes", "t.csv", "\ufeff\"URL\",\"Last crawled\"\n\"https://e.test/a?x=1,2\",\"Jan 2, 2026\"\n", "https://e.test/a?x=1,2||2026-01-02"},
		{"UTF-16 with tabs", "t.csv", utf16LE("URL\tLast crawled\nhttps://e.test/ü\t2026-01-02\n"), "https://e.test/ü||2026-01-02"},
		{"Bing", "t.csv", "\"URL\",\"Impressions\",\"Clicks\",\"Last crawled\",\"Discovered on\",\"HTTP code\",\"Document size\",\"Backlinks\"\n\"https://e.test/a\",\"1\",\"0\",\"1/2/2026\",\"12/1/2025\",\"404\",\"0\",\"0\"\n", "https://e.test/a|HTTP 404|2026-01-02"},
		{"reasons", "t.csv", "Reason,Page\nBlocked by robots.txt,https://e.test/a\nIndexed,https://e.test/b\n", "https://e.test/a|Blocked by robots.txt|"},
		{"a list", "t.txt", "https://e.test/a\nhttps://e.test/a\n\nhttps://e.test/b\n", "https://e.test/a|| https://e.test/b||"},
		{"a zip file", "t.zip", zipped(t, "Chart.csv", "Date,Affected pages\n2026-01-01,2\n", "Table.csv", "URL,Last crawled\nhttps://e.test/a,2026-01-02\n", "Metadaten.csv", "Property,Wert\nSitemap,Alle\nProblem,Nicht gefunden (404)\n"), "https://e.test/a|Nicht gefunden (404)|2026-01-02"},
		{"a summary", "t.csv", "Reason,Source,Validation,Pages\nPage with redirect,Website,Not Started,35\n", "error: no column of URLs"},
		{"a summary in a zip file", "t.zip", zipped(t, "Chart.csv", "Date,Not indexed\n2026-01-01,2\n"), "error: no column of URLs"},
		{"a spreadsheet", "t.xlsx", zipped(t, "xl/workbook.xml", "<x/>"), "error: it is a spreadsheet"},
		{"nothing", "t.csv", "", "error: no column of URLs"},
		{"binary", "t.csv", "\xff\x00\x80", "error: it is neither UTF-8 nor UTF-16"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), c.file)
			if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			rows, err := Read([]string{file})
			var got []string
			for _, r := range rows {
				crawled := ""
				if !r.Crawled.IsZero() {
					crawled = r.Crawled.Format("2006-01-02")
				}
				got = append(got, r.URL+"|"+r.Said+"|"+crawled)
			}
			if err != nil {
				_, text, _ := strings.Cut(err.Error(), c.file+": ")
				got = []string{"error: " + text}
			}
			if s := strings.Join(got, " "); s != c.want && !(err != nil && strings.HasPrefix(s, c.want)) {
				t.Errorf("got %q, want %q", s, c.want)
			}
		})
	}
}
