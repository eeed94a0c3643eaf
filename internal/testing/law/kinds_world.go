package law

import (
	"fmt"
	"slices"
	"time"
)

// outputKinds change the output folder and the kept data.
func outputKinds() []kind {
	output := func(change func(g *gen, path string) []Op) func(*gen) []Op {
		return func(g *gen) []Op {
			if len(g.out) == 0 {
				return nil
			}
			return change(g, "public/"+g.one(g.out...))
		}
	}
	return []kind{
		{"output: file altered", output(func(g *gen, p string) []Op { return put(p, fmt.Sprintf("altered %d\n", g.n)) })},
		{"output: same size", output(func(g *gen, p string) []Op {
			return []Op{{Verb: "alter", Path: p, To: "new-time"}}
		})},
		{"output: file deleted", output(func(_ *gen, p string) []Op { return remove(p) })},
		{"output: file has a new time", output(func(g *gen,
			p string,
		) []Op {
			return []Op{{Verb: "touch", Path: p, To: g.day(-9, 0)}}
		})},
		{"output: folder in the way", output(func(_ *gen, p string) []Op { return []Op{{Verb: "block", Path: p}} })},
		{"output: foreign file", func(g *gen) []Op {
			return put(g.fresh("public/"+g.one("", "posts/", "foreign/"), ".foreign"), "not ours\n")
		}},
		{"output: deleted as a whole", func(*gen) []Op { return remove("public") }},
		{"state: ledger deleted", func(*gen) []Op { return append(remove(".sitegen/ledger"), remove("sitegen.ledger")...) }},
		{"state: ledger damaged", func(g *gen) []Op { return put(".sitegen/ledger", fmt.Sprintf("no ledger %d\n", g.n)) }},
		{"state: deleted with the output", func(*gen) []Op {
			return slices.Concat([]Op{{Verb: "process"}}, remove("public"), remove(".sitegen"))
		}},
		{"state: cache deleted", func(*gen) []Op { return append([]Op{{Verb: "process"}}, remove(".sitegen/cache")...) }},
	}
}

// copyKinds copy the project, and restore all or parts of it some edits later.
func copyKinds() []kind {
	return []kind{{"copy: made or restored", func(g *gen) []Op {
		if !g.kept || g.chance(30) {
			return []Op{{Verb: "keep"}}
		}
		parts := g.one("sources", "sources", "sources+state+output", "sources+state", "sources+output", "sources+cache",
			"state+output", "cache", "ledger", "output")
		ops := []Op{{Verb: "restore", Path: parts, To: g.one("in-place", "anew")}}
		if parts == "sources+state" && g.chance(50) {
			ops = append(ops, remove("public")...) // as when a build service restores its cache
		}
		return ops
	}}}
}

// worldKinds change how, when, and where builds run.
func worldKinds() []kind {
	return []kind{
		{"world: nothing", func(*gen) []Op { return []Op{} }},
		{"world: nothing for a while", func(*gen) []Op { return []Op{{Verb: "rest", Path: "250ms"}} }},
		{"world: another process", func(*gen) []Op { return []Op{{Verb: "process"}} }},
		{
			"world: another number of workers",
			func(g *gen) []Op { return []Op{{Verb: "jobs", Path: g.one("1", "2", "3", "7")}} },
		},
		{"world: clock", func(g *gen) []Op {
			by := g.one("1s", "13h", "26h", "49h", "240h", "-30h", "1100h", "-1100h")
			d, _ := time.ParseDuration(by)
			return []Op{{Verb: "clock", Path: g.clock.Add(d).UTC().Format(time.RFC3339)}}
		}},
		{"world: project moved", func(*gen) []Op { return []Op{{Verb: "moved"}} }},
		{"world: fresh checkout, and what is kept is restored", func(g *gen) []Op {
			ops := append([]Op{{Verb: "moved"}}, remove("public")...)
			if g.chance(30) {
				ops = append(ops, remove(".sitegen/cache/lock")...) // an archive may lack it
			}
			return ops
		}},
		{"world: build cancelled", func(g *gen) []Op {
			ops := []Op{{Verb: "cancel", Path: g.one("1ms", "3ms", "8ms", "20ms", "60ms")}}
			f := g.file(anyContent)
			if g.chance(50) {
				f = g.file(anyLayout)
			}
			return append(ops, g.edit(f, func(old string) string { return old + fmt.Sprintf("\nlater %d\n", g.n) })...)
		}},
		{"world: option", func(g *gen) []Op {
			return []Op{{
				Verb: "option", Path: g.one("drafts", "future", "expired", "minify", "strict"),
				To: g.one("true", "false", "false"),
			}}
		}},
		{"world: environment", func(g *gen) []Op {
			return []Op{{Verb: "option", Path: "environment", To: g.one("production", "production", "development", "preview")}}
		}},
		{"world: variables of the environment", func(g *gen) []Op {
			ops := []Op{{
				Verb: "option", Path: "environ",
				To: g.one("", "CI=true", "RUN_ID=1 CI=true", "RUN_ID=2", "HUGO_LAW=1", "HUGO_PARAMS_COLOR=green"),
			}}
			if f := g.file(anyLayout); f != "" && g.chance(50) {
				ops = append(ops, g.edit(f, func(old string) string {
					return old +
						"\n{{ os.Getenv \"CI\" }} {{ os.Getenv \"HUGO_LAW\" }}\n"
				})...)
			}
			return ops
		}},
		{"git: commit", func(g *gen) []Op {
			if !g.site.git {
				return nil
			}
			return []Op{{Verb: "commit", Path: g.day(-30, 0), To: fmt.Sprintf("change %d", g.n)}}
		}},
		{"git: only the message", func(g *gen) []Op {
			if !g.site.git {
				return nil
			}
			return []Op{{Verb: "reword", Path: fmt.Sprintf("said-otherwise-%d", g.n)}}
		}},
		{"git: only dates", func(g *gen) []Op {
			if !g.site.git {
				return nil
			}
			return []Op{{Verb: "amend", Path: g.day(-60, 0)}}
		}},
	}
}

// brokenKinds break the project, most of the time.
func brokenKinds() []kind {
	return []kind{
		{"broken: front matter", func(g *gen) []Op {
			return g.edit(g.file(anyContent), func(old string) string { return "---\ntitle: [a\n---\n" + old })
		}},
		{"broken: date", func(g *gen) []Op {
			return g.edit(g.file(leafFile), func(old string) string { return with(old, "date", `"not a date"`) })
		}},
		{"broken: template", func(g *gen) []Op {
			return g.edit(g.file(anyLayout), func(old string) string {
				return old + g.one("{{ if }}", "{{ .NoSuchThing.At.All }}", "{{ nofunction 1 }}", "{{ end }}")
			})
		}},
		{"broken: template fails for some pages", func(g *gen) []Op {
			return g.edit(g.file(pageLayout), func(old string) string {
				return inside(old, `{{ if eq .Title "`+g.one("Post 3", "Alpha", "Note 1")+
					`" }}{{ errorf "no %d" 7 }}{{ index (slice) 3 }}{{ end }}`)
			})
		}},
		{"broken: unknown shortcode", func(g *gen) []Op {
			return g.edit(g.file(anyContent), func(old string) string { return old + "\n{{< nosuchcode >}}\n" })
		}},
		{"broken: reference", func(g *gen) []Op {
			return g.edit(g.file(anyContent), func(old string) string { return old + "\n{{< ref \"no/such/page.md\" >}}\n" })
		}},
		{"broken: configuration", func(g *gen) []Op {
			return g.edit(g.file(configFile), func(old string) string {
				return old + g.one("\nthis is not = [valid\n", "\ntimeZone = \"Nowhere/City\"\n")
			})
		}},
		{"broken: a program that may not run, or is not there", func(g *gen) []Op {
			config := g.edit(g.file(tomlConfig), func(old string) string {
				return set(old, ".toml", "security.exec", "allow", g.one(`["none"]`, `["^rst2html$", "^(dart-)?sass$"]`))
			})
			const text = "---\ntitle: Rst %d\n---\nHead\n====\n\n*Text* %d.\n\n.. include:: data/x.txt\n"
			return append(config, put("content/"+g.one("", "posts/")+"notes.rst", fmt.Sprintf(text, g.n, g.n))...)
		}},
		{"broken: data", func(g *gen) []Op { return put(g.fresh("data/", ".json"), "{\"a\": ") }},
		{"broken: strings", func(g *gen) []Op { return put("i18n/"+g.one("en", "fr")+".toml", "latest = \n") }},
		{"broken: two pages on one path", func(g *gen) []Op {
			a := g.file(singleFile)
			if a == "" {
				return nil
			}
			return put(g.fresh("content/", ".md"), "---\ntitle: Twice\nurl: "+logical(a)+"/\n---\n")
		}},
		{"broken: UTF-8", func(g *gen) []Op {
			return g.edit(g.file(anyContent), func(old string) string { return old + "caf\xe9\n" })
		}},
	}
}
