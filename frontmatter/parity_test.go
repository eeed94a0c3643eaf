package frontmatter

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"errors"
	"html"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestParity compares what Parse reads from the pages about front matter with the .Params that Hugo
// printed for them.
func TestParity(t *testing.T) {
	site := filepath.Join("..", "..", "shared", "parity", "rules-urls")
	pages := expected(t, filepath.Join(site, "expected.tar.gz"), regexp.MustCompile(`^(\./)?([a-z]+/)?forms/[a-z]+/index\.html$`))
	compared := 0
	for name, page := range pages {
		base := path.Base(path.Dir(name))
		files, _ := filepath.Glob(filepath.Join(site, "source", "content", "forms", base+".*"))
		if len(files) != 1 {
			continue
		}
		src, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		b, err := Parse(files[0], src)
		if err != nil {
			t.Errorf("%s: %v", base, err)
			continue
		}
		_, line, _ := strings.Cut(page, "\n@@params ")
		line, _, _ = strings.Cut(line, "\n")
		want := map[string]any{}
		if err := json.Unmarshal([]byte(html.UnescapeString(line)), &want); err != nil {
			t.Fatalf("%s: %v in %q", base, err, line)
		}
		// What Hugo adds, and what it takes apart.
		delete(want, "draft")
		delete(want, "iscjklanguage")
		got := map[string]any{}
		flat := map[string]any{}
		for k, v := range b.Values {
			if params, ok := v.(map[string]any); ok && k == "params" {
				for k, v := range params {
					flat[k] = v
				}
				continue
			}
			flat[k] = v
		}
		text, err := json.Marshal(flat)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		for _, known := range []string{"title", "weight", "layout", "type", "markup", "keywords", "description", "summary"} {
			// Hugo shows these with the type that they have for it, whatever was written.
			if _, ok := want[known]; !ok || known == "title" || known == "weight" || known == "keywords" {
				delete(got, known)
				delete(want, known)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -Hugo +ours\n%s", base, diff)
		}
		compared++
	}
	if compared < 10 {
		t.Errorf("only %d pages compared", compared)
	}
}

// expected returns the members of a tar.gz whose names match.
func expected(t *testing.T, file string, names *regexp.Regexp) map[string]string {
	t.Helper()
	f, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the parity sites are not here: ", file)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if names.MatchString(h.Name) {
			b, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			out[h.Name] = string(b)
		}
	}
}
