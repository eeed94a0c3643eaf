package content

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/frontmatter"
)

var hugoHandlers = DefaultDateHandlers()

// with returns the default handlers with another one first in each list.
func with(first string) DateHandlers {
	h := hugoHandlers
	h.Date = append([]string{first}, h.Date...)
	h.Lastmod = append([]string{first}, h.Lastmod...)
	return h
}

func TestResolveDates(t *testing.T) {
	oslo, err := time.LoadLocation("Europe/Oslo")
	if err != nil {
		t.Skip(err)
	}
	commit := &Commit{AuthorDate: time.Date(2022, 2, 2, 2, 2, 2, 0, time.FixedZone("", 3600))}
	modified := time.Date(2023, 3, 3, 3, 3, 3, 0, time.UTC).UnixNano()
	tests := []struct {
		name, header, base string
		handlers           DateHandlers
		commit             *Commit
		want               string // date, lastmod, publishdate, expirydate; value and source
		slug               string
	}{
		{"none", "title: x", "x", hugoHandlers, nil, "- - - -", ""},
		{"date alone", "date: 2021-01-04", "x", hugoHandlers, nil, "2021-01-04T00:00:00+01:00(date) 2021-01-04T00:00:00+01:00(date) 2021-01-04T00:00:00+01:00(date) -", ""},
		{
			"all four", "date: 2014-01-01\npublishDate: 2014-02-01\nlastmod: 2014-03-01\nexpiryDate: 2034-07-01", "x", hugoHandlers, nil,
			"2014-01-01T00:00:00+01:00(date) 2014-03-01T00:00:00+01:00(lastmod) 2014-02-01T00:00:00+01:00(publishdate) 2034-07-01T00:00:00+02:00(expirydate)", "",
		},
		{
			"aliases", "pubdate: 2018-01-01\nmodified: 2018-02-02\nunpublishdate: 2040-01-01", "x", hugoHandlers, nil,
			"2018-01-01T00:00:00+01:00(pubdate) 2018-02-02T00:00:00+01:00(modified) 2018-01-01T00:00:00+01:00(pubdate) 2040-01-01T00:00:00+01:00(unpublishdate)", "",
		},
		{"lastmod alone", "lastmod: 2016-06-06", "x", hugoHandlers, nil, "2016-06-06T00:00:00+02:00(lastmod) 2016-06-06T00:00:00+02:00(lastmod) 2016-06-06T00:00:00+02:00(lastmod) -", ""},
		{"empty values", "date:\npublishDate: \"\"\nlastmod: 2016-06-06", "x", hugoHandlers, nil, "2016-06-06T00:00:00+02:00(lastmod) 2016-06-06T00:00:00+02:00(lastmod) - -", ""},
		{
			"git", "date: 2021-01-04", "x", hugoHandlers, commit,
			"2021-01-04T00:00:00+01:00(date) 2022-02-02T02:02:02+01:00(:git) 2021-01-04T00:00:00+01:00(date) -", "",
		},
		{"file time", "date: 2021-01-04", "x", with(":fileModTime"), nil, "2023-03-03T04:03:03+01:00(:filemodtime) 2023-03-03T04:03:03+01:00(:filemodtime) 2021-01-04T00:00:00+01:00(date) -", ""},
		{
			"file name", "title: x", "2023-05-07-dated-name", with(":filename"), nil,
			"2023-05-07T00:00:00+02:00(:filename) 2023-05-07T00:00:00+02:00(:filename) 2023-05-07T00:00:00+02:00(:filename) -", "dated-name",
		},
		{
			"file name with a time", "title: x", "2023-05-09 10-11-12_with time_", with(":filename"), nil,
			"2023-05-09T10:11:12+02:00(:filename) 2023-05-09T10:11:12+02:00(:filename) 2023-05-09T10:11:12+02:00(:filename) -", "with time",
		},
		{
			"only a date in the file name", "title: x", "2023-07-03", with(":filename"), nil,
			"2023-07-03T00:00:00+02:00(:filename) 2023-07-03T00:00:00+02:00(:filename) 2023-07-03T00:00:00+02:00(:filename) -", "",
		},
		{
			"file name and a slug", "slug: own", "2023-07-01-x", with(":filename"), nil,
			"2023-07-01T00:00:00+02:00(:filename) 2023-07-01T00:00:00+02:00(:filename) 2023-07-01T00:00:00+02:00(:filename) -", "",
		},
		{"impossible date in the file name", "date: 2021-01-04", "2023-02-30-x", with(":filename"), nil, "2021-01-04T00:00:00+01:00(date) 2021-01-04T00:00:00+01:00(date) 2021-01-04T00:00:00+01:00(date) -", ""},
		{"short file name", "title: x", "2023-02", with(":filename"), nil, "- - - -", ""},
		{
			"own keys", "written: 2020-02-02", "x", with("written"), nil,
			"2020-02-02T00:00:00+01:00(written) 2020-02-02T00:00:00+01:00(written) 2020-02-02T00:00:00+01:00(written) -", "",
		},
	}
	show := func(at time.Time, from string) string {
		if from == "" && at.IsZero() {
			return "-"
		}
		return fmt.Sprintf("%s(%s)", at.Format(time.RFC3339), from)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, err := frontmatter.Parse("x.md", []byte("---\n"+tt.header+"\n---\n"))
			if err != nil {
				t.Fatal(err)
			}
			doc := &Document{File: "x.md", Base: tt.base, Front: b, Source: Source{ModTime: modified}}
			d, problems := ResolveDates(tt.handlers, b.Values, doc, tt.commit, oslo)
			if len(problems) > 0 {
				t.Error(problems)
			}
			got := show(d.Date, d.DateFrom) + " " + show(d.Lastmod, d.LastmodFrom) + " " + show(d.PublishDate, d.PublishDateFrom) + " " + show(d.ExpiryDate, d.ExpiryDateFrom)
			if got != tt.want || d.Slug != tt.slug {
				t.Errorf("slug %q\n got %s\nwant %s", d.Slug, got, tt.want)
			}
		})
	}
}

// TestDateProblems: a value that is not a valid date is an error at its key, unless no list reaches the key.
func TestDateProblems(t *testing.T) {
	tests := []struct {
		header string
		want   []string
	}{
		{"title: x\ndate: tomorrow", []string{"error: x.md:3: date: tomorrow is not a date"}},
		{"published: false", []string{"error: x.md:2: published: false is not a date"}},
		{"published: false\ndate: 2020-01-01\npublishDate: 2020-01-01", nil},
		{"date: 2020-01-01\nexpiryDate: [1]", []string{"error: x.md:3: expirydate: a list is not a date"}},
		{"date: 2020", []string{"warning: x.md:2: date: the number 2020 is read as seconds since 1970"}},
	}
	for _, tt := range tests {
		b, err := frontmatter.Parse("x.md", []byte("---\n"+tt.header+"\n---\n"))
		if err != nil {
			t.Fatal(err)
		}
		_, problems := ResolveDates(hugoHandlers, b.Values, &Document{File: "x.md", Front: b}, nil, nil)
		if diff := cmp.Diff(tt.want, messages(problems)); diff != "" {
			t.Errorf("%q: -want +got\n%s", tt.header, diff)
		}
	}
}
