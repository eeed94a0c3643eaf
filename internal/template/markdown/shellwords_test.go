package markdown

import (
	"regexp"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
)

var markedWord = regexp.MustCompile(`<span class="(nf|na|gp)">([^<]*)</span>`)

// TestShellWords: commands (nf), options (na), and prompts (gp) of scripts and sessions.
func TestShellWords(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) { o.Highlight.NoClasses = false })
	for _, test := range []struct{ code, lang, want string }{
		{"curl -sSL --data 'a -x' https://a.alt/b-c | sh -s -- --flag=2 # -no", "sh", "nf:curl na:-sSL na:--data nf:sh na:-s na:--flag"},
		{"./run.sh a && make -j 2; ls\nvi -x", "bash", "nf:./run.sh nf:make na:-j nf:ls nf:vi na:-x"},
		{"FOO=bar go test -run X", "sh", "nf:go na:-run"},
		{"A=1 B='x y' make -k", "sh", "nf:make na:-k"},
		{"npm install \\\n  --save-dev \\\n  sitegen\nnpm run x", "sh", "nf:npm na:--save-dev nf:npm"},
		{"if grep -q x y; then\n  rm -r z\nfi", "bash", "nf:grep na:-q nf:rm na:-r"},
		{"$ git status -s\nOn branch -x\n$ git log", "sh", "gp:$ nf:git na:-s gp:$ nf:git"},
		{"$ git status -s\nOn branch -x\n$ git log", "console", "gp:$ nf:git na:-s gp:$ nf:git"},
		{"echo $HOME/-x a-b -", "sh", ""}, // echo is a builtin, which chroma marks as nb
		{"git commit", "fish", "nf:git"},
		{"a -b", "text", ""},
	} {
		html, err := c.Highlight(test.code, test.lang, "shellWords=true")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range markedWord.FindAllStringSubmatch(string(html), -1) {
			got = append(got, m[1]+":"+strings.TrimSpace(m[2]))
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%q: got %s, want %s\n%s", test.code, got, test.want, html)
		}
		if plain, _ := c.Highlight(test.code, test.lang, nil); textOf(string(plain)) != textOf(string(html)) {
			t.Errorf("%q: the text is another: %s", test.code, html)
		}
	}
}

var anyTag = regexp.MustCompile(`<[^>]*>`)

func textOf(html string) string { return anyTag.ReplaceAllString(html, "") }
