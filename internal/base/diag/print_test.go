package diag

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWrite(t *testing.T) {
	for _, tt := range []struct {
		name  string
		d     Diagnostic
		color bool
		want  string
	}{
		{"message alone", Diagnostic{Message: "it broke"}, false, "error: it broke\n"},
		{
			"file without a line",
			Diagnostic{File: "a.md", Severity: Warning, Rule: "M4", Message: "shallow", Hint: "fetch all"},
			false,
			"a.md: warning: shallow [M4]\n  hint: fetch all\n",
		},
		{
			"caret",
			Diagnostic{File: "a.md", Line: 12, Col: 7, Message: "bad date", Excerpt: "date: x"},
			false,
			"a.md:12:7: error: bad date\n  12 | date: x\n     |       ^\n",
		},
		{
			"caret after the end, a tab, wide and combining characters",
			Diagnostic{File: "a.md", Line: 1, Col: 6, Message: "m", Excerpt: "\t日e\u0301x"},
			false,
			"a.md:1:6: error: m\n  1 | \t日e\u0301x\n    | \t    ^\n",
		},
		{"column outside of the excerpt", Diagnostic{File: "a.md", Line: 1, Col: 9, Message: "m", Excerpt: "ab"}, false, "a.md:1:9: error: m\n  1 | ab\n"},
		{
			"a long line is shown around the column",
			Diagnostic{File: "a.md", Line: 1, Col: 301, Message: "m", Excerpt: strings.Repeat("a", 300) + "X" + strings.Repeat("b", 300)},
			false,
			"a.md:1:301: error: m\n  1 | …" + strings.Repeat("a", 78) + "X" + strings.Repeat("b", 79) + "…\n    | " + strings.Repeat(" ", 79) + "^\n",
		},
		{
			"the end of a long line",
			Diagnostic{File: "a.md", Line: 1, Col: 301, Message: "m", Excerpt: strings.Repeat("a", 300)},
			false,
			"a.md:1:301: error: m\n  1 | …" + strings.Repeat("a", 159) + "\n    | " + strings.Repeat(" ", 160) + "^\n",
		},
		{
			"the beginning of a long line",
			Diagnostic{File: "a.md", Line: 1, Message: "m", Excerpt: strings.Repeat("a", 300)},
			false,
			"a.md:1: error: m\n  1 | " + strings.Repeat("a", 159) + "…\n",
		},
		{"no column", Diagnostic{File: "a.md", Line: 2, Message: "m", Excerpt: "ab"}, false, "a.md:2: error: m\n  2 | ab\n"},
		{"terminal escapes", Diagnostic{File: "a\x1b[31m.md", Message: "m\x07"}, false, "a\uFFFD[31m.md: error: m\uFFFD\n"},
		{
			"color",
			Diagnostic{File: "a.md", Line: 1, Col: 1, Message: "m", Excerpt: "ab", Severity: Warning},
			true,
			"\x1b[1ma.md:1:1\x1b[0m: \x1b[33mwarning:\x1b[0m m\n  1 | ab\n    | \x1b[33m^\x1b[0m\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			if err := (List{&tt.d}).Write(&b, tt.color); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, b.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestJSON(t *testing.T) {
	list := List{{Rule: "L9", Severity: Warning, File: "a.md", Line: 3, Col: 2, Message: "m", Hint: "h", Excerpt: "e"}, {Message: "n"}}
	b, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"rule":"L9","severity":"warning","file":"a.md","line":3,"col":2,"message":"m","hint":"h","excerpt":"e"},{"severity":"error","message":"n"}]`
	if string(b) != want {
		t.Errorf("got %s", b)
	}
	var back List
	if err := json.Unmarshal(b, &back); err != nil || !cmp.Equal(back, list) {
		t.Errorf("read back: %v %v", back, err)
	}
	if err := json.Unmarshal([]byte(`[{"severity":"fatal"}]`), &back); err == nil {
		t.Error("an unknown severity must be an error")
	}
}
