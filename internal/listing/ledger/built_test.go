package ledger

import (
	"strings"
	"testing"
	"time"
)

// TestBuilt: the record of what a site was built with survives the file, updates, and imports; a ledger without one is
// as before.
func TestBuilt(t *testing.T) {
	now := time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)
	l, _ := (*Ledger)(nil).Update(now, []Item{{URL: "/a/", Main: 1, Source: 1}})
	plain := string(l.Text())
	if strings.Contains(plain, builtBy) || l.Built() != (Built{}) || (*Ledger)(nil).Built() != (Built{}) {
		t.Errorf("a ledger without a record has one: %+v\n%s", l.Built(), plain)
	}
	want := Built{Program: "v1.2.0", Hugo: "0.169.0"}
	text := string(l.BuiltWith(want).Text())
	const line = "# built by sitegen v1.2.0 with the behavior of Hugo 0.169.0\n"
	if strings.Replace(text, line, "", 1) != plain || !strings.Contains(text, "\n"+line) {
		t.Errorf("the text is\n%s", text)
	}
	read, problems := Parse(strings.ReplaceAll(text, "\n", "\r\n"))
	if read.Built() != want || len(problems) > 0 || string(read.Text()) != text {
		t.Errorf("read %+v, %v", read.Built(), problems)
	}
	next, _ := read.Update(now, []Item{{URL: "/b/", Main: 2, Source: 2}})
	next, _ = next.Import(now, []Known{{URL: "/c/", ID: "c"}})
	next = next.UpdateFiles(now, nil).WithArchives(map[string][]Archive{"/b/": {{"en:/", 1}}})
	if next.Built() != want {
		t.Errorf("after updates: %+v", next.Built())
	}
	if got := next.BuiltWith(Built{"a\nb", "c\td"}).Text(); strings.Count(string(got), "\n") != strings.Count(string(next.Text()), "\n") {
		t.Errorf("a record breaks lines:\n%s", got)
	}
}
