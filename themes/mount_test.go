package themes

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

func TestMounted(t *testing.T) {
	fsys := fstest.MapFS{"a.scss": {Data: []byte("a")}, "sub/b.scss": {Data: []byte("b")}}
	for _, c := range []struct{ from, at, want string }{
		{".", "vendor/x", "vendor/x/a.scss vendor/x/sub/b.scss"},
		{"sub", "s", "s/b.scss"},
		{"a.scss", "one/two/three.scss", "one/two/three.scss"},
		{"a.scss", "top.scss", "top.scss"},
	} {
		m := mounted{fsys, c.from, c.at}
		var got []string
		if err := fs.WalkDir(m, ".", func(p string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				got = append(got, p)
				if data, err := fs.ReadFile(m, p); err != nil || len(data) != 1 {
					t.Errorf("%s at %s: %s is %q, %v", c.from, c.at, p, data, err)
				}
			}
			return err
		}); err != nil {
			t.Errorf("%s at %s: %v", c.from, c.at, err)
		}
		if have := strings.Join(got, " "); have != c.want {
			t.Errorf("%s at %s holds %q, want %q", c.from, c.at, have, c.want)
		}
		for _, name := range []string{"a.scss", "vendor/y", "../a.scss", "vendor/xy"} {
			if _, err := m.Open(name); err == nil {
				t.Errorf("%s at %s has %s", c.from, c.at, name)
			}
		}
	}
}
