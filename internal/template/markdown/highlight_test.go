package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
)

func TestHighlight(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) { o.Highlight.NoClasses = false })
	for _, test := range []struct {
		code, lang string
		opts       any
		want       string
	}{
		{"x", "text", nil, `<div class="highlight"><pre tabindex="0" class="chroma"><code class="language-text" data-lang="text"><span class="line"><span class="cl">x</span></span></code></pre></div>`},
		{"x", "text", "wrapperClass=a b", `<div class="a b"><pre tabindex="0" class="chroma"><code class="language-text" data-lang="text"><span class="line"><span class="cl">x</span></span></code></pre></div>`},
		{"x<", "", nil, `<pre tabindex="0"><code>x&lt;</code></pre>`},
		{"x<", `a"b`, nil, `<pre tabindex="0"><code class="language-a&#34;b" data-lang="a&#34;b">x&lt;</code></pre>`},
		{"x", "text", map[string]any{"hl_inline": true}, `<code class="code-inline language-text">x</code>`},
		{"x", "nolang", "hl_inline=true", `<code class="code-inline language-nolang">x</code>`},
		{"a\nb\nc", "text", "linenos=table, hl_lines=2-3, linenostart=8, anchorlinenos=true, lineanchors=l", `<div class="highlight"><div class="chroma">
<table class="lntable"><tr><td class="lntd">
<pre tabindex="0" class="chroma"><code><span class="lnt" id="l-8"><a class="lnlinks" href="#l-8"> 8</a>
</span><span class="hl"><span class="lnt" id="l-9"><a class="lnlinks" href="#l-9"> 9</a>
</span></span><span class="hl"><span class="lnt" id="l-10"><a class="lnlinks" href="#l-10">10</a>
</span></span></code></pre></td>
<td class="lntd">
<pre tabindex="0" class="chroma"><code class="language-text" data-lang="text"><span class="line"><span class="cl">a
</span></span><span class="line hl"><span class="cl">b
</span></span><span class="line hl"><span class="cl">c</span></span></code></pre></td></tr></table>
</div>
</div>`},
		{"a", "text", map[string]any{"LineNos": "inline", "lineNoStart": "3"}, `<div class="highlight"><pre tabindex="0" class="chroma"><code class="language-text" data-lang="text"><span class="line"><span class="ln">3</span><span class="cl">a</span></span></code></pre></div>`},
		{"a", "text", map[string]any{"noClasses": true, "style": "bw", "tabWidth": 8}, `<div class="highlight"><pre tabindex="0" style="background-color:#fff;-webkit-text-size-adjust:none;"><code class="language-text" data-lang="text"><span style="display:flex;"><span>a</span></span></code></pre></div>`},
	} {
		got, err := c.Highlight(test.code, test.lang, test.opts)
		if err != nil || string(got) != test.want {
			t.Errorf("%q, %q, %v: got\n%s\n%v\nwant\n%s", test.code, test.lang, test.opts, got, err, test.want)
		}
		again, _ := c.Highlight(test.code, test.lang, test.opts)
		if again != got {
			t.Errorf("the second time differs: %s", again)
		}
	}
}

func TestHighlightErrors(t *testing.T) {
	c := newConverter(t, nil)
	for _, opts := range []any{"linenos", "a=b=c", "tabWidth=x", map[string]any{"anchorLineNos": "maybe"}, 3} {
		if _, err := c.Highlight("x", "go", opts); err == nil {
			t.Errorf("%v: no error", opts)
		}
	}
}

func TestHighlightCodeBlock(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) { o.Highlight.NoClasses = false })
	block := CodeBlockHook{Type: "go", Inner: "x", Ordinal: 2, Ordered: []Attribute{{"class", "c"}, {"id", "i"}}, Options: map[string]any{"lineNos": "table"}}
	h, err := c.HighlightCodeBlock(block, map[string]any{"lineNos": false})
	if err != nil {
		t.Fatal(err)
	}
	if want := `<span class="line"><span class="cl"><span class="nx">x</span></span></span>`; string(h.Inner) != want {
		t.Errorf("inner %s, want %s", h.Inner, want)
	}
	if want := `<div class="highlight c" id="i"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go">` + h.Inner + `</code></pre></div>`; h.Wrapped != want {
		t.Errorf("wrapped %s, want %s", h.Wrapped, want)
	}
	h, err = c.HighlightCodeBlock(CodeBlockHook{Type: "nolang", Inner: "<x>"}, map[string]any{"type": "text", "code": "y"})
	if err != nil || !strings.Contains(string(h.Wrapped), `language-text`) || strings.Contains(string(h.Wrapped), "x&gt;") {
		t.Errorf("type and code: %s, %v", h.Wrapped, err)
	}
	h, _ = c.HighlightCodeBlock(CodeBlockHook{Type: "nolang", Inner: "<x>"}, nil)
	if h.Inner != "&lt;x&gt;" {
		t.Errorf("unknown language: %s", h.Inner)
	}
}

func TestCanHighlight(t *testing.T) {
	c := newConverter(t, nil)
	for lang, want := range map[string]bool{"go": true, "GO": true, "golang": true, "html": true, "nolang": false, "": false} {
		if c.CanHighlight(lang) != want {
			t.Errorf("CanHighlight(%q) = %v", lang, !want)
		}
	}
}

func TestBlockCacheIsBounded(t *testing.T) {
	var c blockCache
	big := strings.Repeat("x", 10_000)
	for i := range 3 * blockCacheBytes / len(big) {
		c.put(blockKey{code: fmt.Sprint(i)}, block{wrapped: big})
		c.get(blockKey{code: "0"}) // blocks in use stay
	}
	if _, ok := c.get(blockKey{code: "0"}); !ok {
		t.Error("a block in use was dropped")
	}
	if n := len(c.young) + len(c.old); n > 2*blockCacheBytes/len(big) {
		t.Errorf("%d blocks are kept", n)
	}
}

// shelf is a Blocks in memory.
type shelf map[string]string

func (s shelf) Get(key []byte) ([]byte, bool) { t, ok := s[string(key)]; return []byte(t), ok }
func (s shelf) Put(key, text []byte)          { s[string(key)] = string(text) }

// TestBlocksAreKept: another Converter reuses a block as it was made, and makes it again after any damage.
func TestBlocksAreKept(t *testing.T) {
	kept := shelf{}
	highlight := func(code string) string {
		t.Helper()
		c, err := New(markup.DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		c.KeepBlocks(kept)
		out, err := c.Highlight(code, "go", nil)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	const code = "package main // hi\n"
	want := highlight(code)
	if len(kept) != 1 {
		t.Fatalf("%d blocks are kept", len(kept))
	}
	if got := highlight(code); got != want {
		t.Errorf("from what was kept:\n%s\nwant\n%s", got, want)
	}
	for key, text := range kept {
		kept[key] = strings.Replace(text, "package", "PACKAGE", 1)
	}
	if got := highlight(code); !strings.Contains(got, "PACKAGE") {
		t.Errorf("what was kept is not used: %s", got)
	}
	for _, broken := range []string{"", "\xff", "\x05\x03abc", "\x00\xff\xff\x03abc"} {
		for key := range kept {
			kept[key] = broken
		}
		if got := highlight(code); got != want {
			t.Errorf("kept %q: got %s", broken, got)
		}
	}
	highlight("package other\n")
	if len(kept) != 2 {
		t.Errorf("%d blocks are kept of two", len(kept))
	}
}
