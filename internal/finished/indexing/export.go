// Package indexing explains why search engines do not index pages: it reads the URLs in exports of Google Search
// Console and Bing Webmaster Tools, and names for each of them what the site itself says.
package indexing

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// Row is a URL in an export.
type Row struct {
	URL     string    `json:"url"`
	Said    string    `json:"said,omitempty"`   // reason of the search engine: "Excluded by ‘noindex’ tag", "404"
	Crawled time.Time `json:"crawled,omitzero"` // day of the last visit
	File    string    `json:"-"`                // the export
}

// mostExport is the maximum number of bytes read of an export.
const mostExport = 256 << 20

// Read reads exports: tables (CSV with any separator, or one URL per line), or zip files with tables. The column of
// URLs is found by its contents, because the names of columns are translated. Repeated URLs count once. URLs that are
// reported as indexed are left out.
func Read(files []string) (rows []Row, err error) {
	seen := map[string]bool{}
	for _, file := range files {
		list, err := readFile(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.ToSlash(file), err)
		}
		for _, row := range list {
			row.File = filepath.ToSlash(file)
			if !seen[row.URL] && !slices.Contains(indexed, strings.ToLower(row.Said)) {
				rows = append(rows, row)
			}
			seen[row.URL] = true
		}
	}
	return rows, nil
}

// indexed are the reasons of URLs that are indexed.
var indexed = []string{"indexed", "submitted and indexed", "indexed, not submitted in sitemap", "url is on google"}

// errSummary says which file to export instead of one without URLs.
var errSummary = errors.New("no column of URLs found: the summary of a report has none. In Search Console, open one of " +
	"the reasons in Indexing > Pages and export that list; in Bing Webmaster Tools, export the URLs of Site Explorer")

func readFile(file string) ([]Row, error) {
	data, err := readSome(file)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		return readZip(data)
	}
	table, err := parse(data)
	if err != nil {
		return nil, err
	}
	rows := rowsOf(table, issueBeside(file))
	if len(rows) == 0 {
		return nil, errSummary
	}
	return rows, nil
}

func readSome(file string) ([]byte, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return limited(in)
}

func limited(in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, mostExport+1))
	if err == nil && len(data) > mostExport {
		err = fmt.Errorf("it has more than %d bytes", mostExport)
	}
	return data, err
}

// issueBeside returns the issue that an unpacked table of Search Console is about: "Table.csv" has it in
// "Metadata.csv".
func issueBeside(file string) string {
	if name := strings.ToLower(filepath.Base(file)); !strings.HasPrefix(name, "tab") {
		return ""
	}
	list, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		return ""
	}
	i := slices.IndexFunc(list, func(f os.DirEntry) bool { return isMetadata(f.Name()) })
	if i < 0 {
		return ""
	}
	text, err := readSome(filepath.Join(filepath.Dir(file), list[i].Name()))
	if err != nil {
		return ""
	}
	return issueOf(text)
}

// readZip reads the tables in a zip file. The issue that they are about is in another file of it.
func readZip(data []byte) (rows []Row, err error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	texts, issue := map[string][]byte{}, ""
	var names []string
	for _, f := range z.File {
		if strings.HasPrefix(f.Name, "xl/") {
			return nil, errors.New("it is a spreadsheet: export it as CSV")
		}
		if ext := strings.ToLower(path.Ext(f.Name)); ext != ".csv" && ext != ".tsv" && ext != ".txt" {
			continue
		}
		in, err := f.Open()
		if err != nil {
			return nil, err
		}
		text, err := limited(in)
		in.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if isMetadata(f.Name) {
			issue = issueOf(text)
			continue
		}
		names, texts[f.Name] = append(names, f.Name), text
	}
	for _, name := range names {
		table, err := parse(texts[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		rows = append(rows, rowsOf(table, issue)...)
	}
	if len(rows) == 0 {
		return nil, errSummary
	}
	return rows, nil
}

// isMetadata reports whether a file describes the other files of an export. Its name is translated with the same stem
// in most languages; a file with another name has no URLs and is not read.
func isMetadata(name string) bool {
	return strings.HasPrefix(strings.ToLower(path.Base(filepath.ToSlash(name))), "meta")
}

// issueOf returns the reason in the description of an export: the value in its last row.
func issueOf(text []byte) string {
	table, err := parse(text)
	if err != nil || len(table) < 2 || len(table[len(table)-1]) != 2 {
		return ""
	}
	return strings.TrimSpace(table[len(table)-1][1])
}

// parse reads a table: UTF-8 or UTF-16, with commas, semicolons, or tabs.
func parse(data []byte) ([][]string, error) {
	data = decoded(data)
	if !utf8.Valid(data) {
		return nil, errors.New("it is neither UTF-8 nor UTF-16")
	}
	first, _, _ := bytes.Cut(data, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	for _, sep := range []rune{'\t', ';'} {
		if n := bytes.Count(first, []byte(string(sep))); n > bytes.Count(first, []byte(string(r.Comma))) {
			r.Comma = sep
		}
	}
	return r.ReadAll()
}

// decoded returns a text as UTF-8 without a byte order mark.
func decoded(data []byte) []byte {
	little := bytes.HasPrefix(data, []byte("\xff\xfe"))
	if !little && !bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return bytes.TrimPrefix(data, []byte("\ufeff"))
	}
	units := make([]uint16, 0, len(data)/2)
	for i := 2; i+1 < len(data); i += 2 {
		unit := uint16(data[i])<<8 | uint16(data[i+1])
		if little {
			unit = uint16(data[i+1])<<8 | uint16(data[i])
		}
		units = append(units, unit)
	}
	return []byte(string(utf16.Decode(units)))
}

// rowsOf returns the rows of a table with URLs; nil if it has none.
func rowsOf(table [][]string, issue string) (out []Row) {
	at := column(table, isURL)
	if at < 0 {
		return nil
	}
	crawled := column(table, func(s string) bool { return !day(s).IsZero() })
	said, code := -1, -1
	if !isURL(cell(table[0], at)) {
		for i, name := range table[0] {
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "reason", "issue", "status", "coverage", "coverage state", "indexing status", "index status":
				said = i
			case "http code", "http status", "http status code", "status code":
				code = i
			case "last crawled", "last crawl":
				crawled = i
			}
		}
	}
	for _, record := range table {
		row := Row{URL: strings.TrimSpace(cell(record, at)), Said: strings.TrimSpace(cell(record, said))}
		if !isURL(row.URL) {
			continue
		}
		if http := strings.TrimSpace(cell(record, code)); row.Said == "" && http != "" && http != "200" && http != "0" {
			row.Said = "HTTP " + http
		}
		row.Said = cmp.Or(row.Said, issue)
		if t := day(cell(record, crawled)); t.Year() > 1970 { // 1970-01-01, 1969-12-31: never
			row.Crawled = t
		}
		out = append(out, row)
	}
	return out
}

func cell(record []string, i int) string {
	if i < 0 || i >= len(record) {
		return ""
	}
	return record[i]
}

// column returns the first column of which at least half of the values, apart from the header, fit; -1 if none does.
func column(table [][]string, fits func(string) bool) int {
	width := 0
	for _, record := range table {
		width = max(width, len(record))
	}
	for i := range width {
		n, all := 0, 0
		for k, record := range table {
			if s := cell(record, i); fits(s) {
				n, all = n+1, all+1
			} else if s != "" && k > 0 {
				all++
			}
		}
		if n > 0 && n*2 >= all {
			return i
		}
	}
	return -1
}

// isURL reports whether a text is an absolute URL of a page.
func isURL(s string) bool {
	u, err := url.Parse(strings.TrimSpace(s))
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// day parses a date as the exports write it.
func day(s string) time.Time {
	s = strings.TrimSpace(s)
	for _, layout := range []string{
		time.DateOnly, "1/2/2006", "1/2/2006 15:04", "1/2/2006 3:04:05 PM", "2006-01-02 15:04:05", time.RFC3339, "2.1.2006",
		"Jan 2, 2006",
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	return time.Time{}
}
