package law

import (
	"fmt"
	"path"
	"strings"
)

// bodyKinds edit the text after the front matter.
func bodyKinds() []kind {
	add := func(text func(*gen) string) func(*gen) []Op {
		return func(g *gen) []Op {
			return g.edit(g.file(anyContent),
				func(old string) string { return strings.TrimRight(old, "\n") + "\n\n" + text(g) + "\n" })
		}
	}
	return []kind{
		{"body: words added", add((*gen).words)},
		{"body: heading added", add(func(g *gen) string { return "## " + g.words() + "\n\nBelow it." })},
		{"body: heading with id", add(func(g *gen) string { return fmt.Sprintf("### H %d {#h%d}", g.n, g.IntN(5)) })},
		{"body: code block added", add(func(g *gen) string {
			return "```" + g.one("go", "js", "chart", "text", "mermaid", "") + "\nfunc f" + fmt.Sprint(g.n) +
				"() { return 1 }\n```"
		})},
		{"body: GoAT diagram added", add(func(g *gen) string {
			return fmt.Sprintf("```goat\n+----+\n| %d |-->\n+----+\n```",
				g.n%10)
		})},
		{"body: table or quote", add(func(g *gen) string {
			return g.one("| a | b |\n|---|:-:|\n| 1 | "+g.words()+" |", "> [!TIP]\n> "+g.words(), "> "+g.words())
		})},
		{"body: formula", add(func(g *gen) string { // starting the engine takes longer than building a small site
			return g.one("```math\n"+fmt.Sprint(g.n)+"\n```", "\\(x_1\\) and\n\n$$\ny\n$$", "\\(\\frac{1\\)")
		})},
		{"body: link added", add(link)},
		{"body: picture added", add(func(g *gen) string {
			return "![" + g.words() + "](" + g.one("pic.png", "drawing.svg", "/files/none.png",
				"https://pictures.example/a.jpg") + ")"
		})},
		{"body: shortcode call added", add(call)},
		{"body: another page included", add(func(g *gen) string {
			if len(g.all(`/include\.html$`)) == 0 {
				return `{{< ref "` + logical(g.file(anyContent)) + `" >}}`
			}
			return `{{< include "` + logical(g.file(anyContent)) + `" >}}`
		})},
		{"body: divider", func(g *gen) []Op {
			return g.edit(g.file(anyContent), func(old string) string {
				if strings.Contains(old, "<!--more-->") {
					return strings.Replace(old, "<!--more-->\n\n", "", 1)
				}
				front, body, toml := head(old)
				return join(front, g.words()+"\n\n<!--more-->\n\n"+body, toml)
			})
		}},
		{"body: rewritten", func(g *gen) []Op {
			return g.edit(g.file(anyContent), func(old string) string {
				front, _, toml := head(old)
				return join(front, g.words()+".\n", toml)
			})
		}},
		{"body: paragraph removed", func(g *gen) []Op {
			return g.edit(g.file(anyContent), func(old string) string {
				front, body, toml := head(old)
				parts := strings.Split(body, "\n\n")
				i := g.IntN(len(parts))
				return join(front, strings.Join(append(parts[:i:i], parts[i+1:]...), "\n\n"), toml)
			})
		}},
		{"body: same length", func(g *gen) []Op {
			return g.edit(g.file(anyContent), func(old string) string {
				front, body, toml := head(old)
				swapped := strings.NewReplacer("e", "a", "a", "e", "o", "u").Replace(body)
				if strings.ContainsAny(body, "{[(`<") {
					swapped = strings.Replace(body, " a ", " e ", 1)
				}
				return join(front, swapped, toml)
			})
		}},
		{"body: raw HTML", add(func(g *gen) string {
			return g.one("<div>\n"+g.words()+"\n</div>", "<video src=\"talk.mp4\"></video>", "<img src=\"pic.png\" alt=\"\">",
				"<script>x()</script>")
		})},
		{"body: raw HTML with a path", add(func(g *gen) string {
			return g.one("<p><a href=\""+g.one("../", "", "/")+g.one("pic.png", "data.csv", "files/x.jpg", "posts/")+
				"\">raw</a></p>", `Text <img src="../pic.png" alt=""> here`)
		})},
		{"body: dangerous URL", add(func(g *gen) string {
			url := g.one("javascript:alert(1)", "JaVaScRiPt:alert(1)", "vbscript:x", "data:text/html,x", "java\tscript:x",
				"data:image/png;base64,AA==")
			return g.one("[a]("+url+")", "<"+url+">", "![a]("+url+")", "[r]\n\n[r]: "+url, "<a href=\""+url+"\">a</a>",
				"{{< figure src=\"pic.png\" link=\""+url+"\" >}}")
		})},
		{"body: attributes with quotes", add(func(g *gen) string {
			return g.one("## H {id=\"q\\\" onclick=\\\"x\" data-x=\"1\"}", "> q\n{class=\"a b\" title=\"<x>\"}",
				"```go {lineNos=inline,anchorLineNos=true,lineAnchors=\"a\\\" x=\\\"\"}\nx\n```")
		})},
		{"file: CRLF", func(g *gen) []Op {
			return g.edit(g.file(g.one(anyContent, anyContent, `\.(css|js|svg|txt|toml|html)$`)), func(old string) string {
				if strings.Contains(old, "\r\n") {
					return strings.ReplaceAll(old, "\r\n", "\n")
				}
				return strings.ReplaceAll(old, "\n", "\r\n")
			})
		}},
		{"file: new time", func(g *gen) []Op {
			return []Op{{Verb: "touch", Path: g.one(g.files.paths()...), To: g.day(-300, 0)}}
		}},
		{"file: written again", func(g *gen) []Op {
			p := g.one(g.files.paths()...)
			return put(p, g.text(p))
		}},
		{"file: altered, of the same size and time", func(g *gen) []Op {
			p := g.file(`^(content|content-pt|notes|static|assets|data)/.*\.(md|txt|css|js|yaml|png)$`)
			if p == "" {
				return nil
			}
			return []Op{{Verb: "alter", Path: p, To: g.one("old-time", "replaced")}}
		}},
		{"file: two of equal size swapped", func(g *gen) []Op { return g.swap("swap") }},
		{"file: two of equal size rewritten", func(g *gen) []Op { return g.swap("exchange") }},
	}
}

// swap exchanges two files of one size and in the same folder, which only their bytes distinguish. Without such
// a pair it copies a file with other bytes, so a later step finds one.
func (g *gen) swap(verb string) []Op {
	var pairs [][2]string
	for i, a := range g.files.paths() {
		for _, b := range g.files.paths()[i+1:] {
			top, _, _ := strings.Cut(a, "/")
			if strings.HasPrefix(b, top+"/") && path.Ext(a) == path.Ext(b) && len(g.files[a]) == len(g.files[b]) &&
				g.text(a) != g.text(b) {
				pairs = append(pairs, [2]string{a, b})
			}
		}
	}
	if len(pairs) > 0 {
		p := pairs[g.IntN(len(pairs))]
		return []Op{{Verb: verb, Path: p[0], To: p[1]}}
	}
	p := g.file(leafFile)
	if p == "" {
		return nil
	}
	return put(g.fresh(path.Dir(p)+"/", ".md"), strings.NewReplacer("a", "e", "e", "a").Replace(g.text(p)))
}

// link returns a link to another page, in one of the possible forms.
func link(g *gen) string {
	to := g.file(anyContent)
	return g.one(
		"["+g.words()+"]("+logical(to)+")",
		"[there]("+path.Base(to)+")",
		"[there]("+logical(to)+".md#part)",
		"[ref]({{< relref \""+logical(to)+"\" >}})",
		"[ref]({{% ref \""+path.Base(to)+"\" %}})",
		"[away](https://away.example/"+fmt.Sprint(g.n)+")",
	)
}

// call returns a call of an existing shortcode.
func call(g *gen) string {
	own := map[string]string{
		"remember": `{{< remember "` + fmt.Sprint(g.n) + `" >}}`,
		"note":     `{{< note title="t` + fmt.Sprint(g.n) + `" >}}` + g.words() + `{{< /note >}}`,
		"listing":  `{{< listing mood="` + g.one("happy", "serious") + `" >}}`,
		"stamp":    `{{< stamp >}}`,
		"raw":      `{{% raw "` + g.words() + `" %}}`,
		"box":      `{{< box >}}` + g.words() + `{{< /box >}}`,
		"extra":    `{{< extra >}}`,
		"script":   `{{< script r="own.ts" n="` + fmt.Sprint(g.n) + `" >}}`,
	}
	calls := []string{
		`{{< figure src="pic.png" caption="` + fmt.Sprint(g.n) + `" >}}`,
		`{{< highlight go >}}var a = ` + fmt.Sprint(g.n) + `{{< /highlight >}}`,
		`{{< param "mood" >}}`, `{{< details summary="More" >}}` + g.words() + `{{< /details >}}`,
		`{{< qr text="https://qr.example/` + fmt.Sprint(g.n) + `" />}}`,
	}
	for _, p := range g.all(`/_?shortcodes/\w+\.(html|md)$`) {
		if text := own[strings.TrimSuffix(path.Base(p), path.Ext(p))]; text != "" {
			calls = append(calls, text)
		}
	}
	return g.one(calls...)
}
