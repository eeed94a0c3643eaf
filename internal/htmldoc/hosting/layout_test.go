package hosting

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The table of https://github.com/slorber/trailing-slash-guide, as far as it goes.
func TestFind(t *testing.T) {
	files := []string{"file.html", "folder/index.html", "both.html", "both/index.html", "a.css", "index.html"}
	has := func(file string) bool { return slices.Contains(files, file) }
	paths := []string{"", "file", "file/", "file.html", "folder", "folder/", "folder/index.html", "both", "both/", "a.css", "a.css/", "none", "none/"}
	want := map[string]string{
		"":             "index.html file.html file.html file.html folder/index.html folder/index.html folder/index.html both.html both/index.html a.css - - -",
		"netlify":      "index.html file.html >file file.html >folder/ folder/index.html folder/index.html both.html both/index.html a.css - - -",
		"github-pages": "index.html file.html - file.html >folder/ folder/index.html folder/index.html both.html both/index.html a.css - - -",
		"cloudflare":   "index.html file.html >file >file >folder/ folder/index.html >folder/ both.html both/index.html a.css - - -",
		"s3":           "index.html - - file.html >folder/ folder/index.html folder/index.html >both/ both/index.html a.css - - -",
		"nginx":        "index.html - - file.html >folder/ folder/index.html folder/index.html >both/ both/index.html a.css - - -",
		"apache":       "index.html - - file.html >folder/ folder/index.html folder/index.html >both/ both/index.html a.css - - -",
	}
	for _, name := range append(HostNames(), "") {
		h, err := ParseHost(name)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range paths {
			found, ok := h.Find(p, has)
			switch {
			case !ok:
				got = append(got, "-")
			case found.File == "":
				got = append(got, ">"+found.Location)
			default:
				got = append(got, found.File)
			}
		}
		if diff := cmp.Diff(strings.Fields(want[name]), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		for _, file := range files {
			if found, ok := h.Find(h.Path(file), func(f string) bool { return f == file }); !ok || found.File != file {
				t.Errorf("%q: %q is not found at its own path %q", name, file, h.Path(file))
			}
		}
	}
	if _, err := ParseHost("geocities"); err == nil || !strings.Contains(err.Error(), "github-pages, cloudflare") {
		t.Error(err)
	}
}

func TestList(t *testing.T) {
	rules, _ := ParseRedirects("_redirects", "/a /b\n/c/:x/* /d/:x 302!\n/e q=1 /f\n")
	want := []Redirect{
		{Line: 1, From: "/a", To: "/b", Status: 301, Plain: true, Alone: true},
		{Line: 2, From: "/c/:x/*", To: "/d/:x", Status: 302, Force: true, Alone: true},
		{Line: 3, From: "/e", To: "/f", Status: 301},
	}
	if diff := cmp.Diff(want, rules.List()); diff != "" {
		t.Error(diff)
	}
	if rules.Empty() || !(Redirects{}).Empty() {
		t.Error("Empty")
	}
}
