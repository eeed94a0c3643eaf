package handout

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/finished/check"
)

// report has a finding whose text is markup and a formula, one that all pages share, and one of an unknown rule.
func report() Report {
	shared := &diag.Diagnostic{Rule: "image-alt", Severity: diag.Warning, File: "a/index.html", Message: "no alt"}
	found := diag.List{
		{Rule: "link-dead", File: "a/index.html", Line: 3, Message: `=cmd|"x" <script>`, Hint: "fix it", Excerpt: "<a href=x>"},
		{Rule: "link-dead", File: "b/index.html", Message: "gone"},
		shared,
		{Rule: "image-alt", Severity: diag.Warning, File: "b/index.html", Message: "no alt"},
		{Rule: "Z99", File: "https://example.org/feed.xml", Message: "odd"},
	}
	return Report{Site: "public", Causes: check.Causes(found, map[*diag.Diagnostic]int{shared: 7}, nil, []check.Hidden{{Rule: "link-dead", Count: 5}})}
}

func TestHTML(t *testing.T) {
	var b bytes.Buffer
	if err := report().HTML(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"7 times on 2 pages", "Not met: each link leads to a page", "Readers and crawlers reach an error page", "Fix it.",
		"&lt;script&gt;", "1 time on 7 pages", `class="warning template"`, `class="warning content"`,
		`<a href="https://example.org/feed.xml">`, "--sg-accent:",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
	for _, bad := range []string{"<script", "src=", "@import", "url(", "ZgotmplZ"} {
		if strings.Contains(b.String(), bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
	b.Reset()
	if err := (Report{Site: "public"}).HTML(&b); err != nil || !strings.Contains(b.String(), "No problems found") {
		t.Errorf("%v, %s", err, b.String())
	}
}

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	if err := report().CSV(&b); err != nil {
		t.Fatal(err)
	}
	text, marked := strings.CutPrefix(b.String(), "\ufeff")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || !marked || len(rows) != 7 || strings.Count(text, "\r\n") != strings.Count(text, "\n") {
		t.Fatalf("%v, %q", err, text)
	}
	if got := rows[1]; got[1] != "link-dead" || got[2] != "content" || got[4] != "3" || got[6] != `'=cmd|"x" <script>` {
		t.Errorf("%q", got)
	}
	for in, want := range map[string]string{"a": "a", "": "", "-1": "'-1", " @x": "' @x", "\tx": "'\tx", "＝1": "'＝1", "a=b": "a=b"} {
		if got := plain(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
