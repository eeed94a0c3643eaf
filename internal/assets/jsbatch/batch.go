package jsbatch

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// Batch has the parts that all templates added to one batch.
type Batch struct {
	ID     string
	Hash   uint64          // of all parts
	Config json.RawMessage // options; nil: none
	Groups []*Bundle       // by ID
}

// Bundle is a group of a batch: one script that imports the others and calls the runners.
type Bundle struct {
	ID                          string
	Scripts, Runners, Instances []*Part // by ID
}

// join makes batches from the encoded parts of each render. Of two parts with the same key, the first counts. Parts
// that cannot be decoded are ignored: another version of the program wrote them.
func join(renders [][]string) map[string]*Batch {
	read := map[string]bool{}
	keys := map[string]bool{}
	parts := map[string][]*Part{}
	for _, text := range slices.Concat(renders...) {
		if read[text] {
			continue
		}
		read[text] = true
		p := new(Part)
		if json.Unmarshal([]byte(text), p) != nil || keys[p.Key()] {
			continue
		}
		keys[p.Key()] = true
		parts[p.Batch] = append(parts[p.Batch], p)
	}
	out := make(map[string]*Batch, len(parts))
	for id, list := range parts {
		out[id] = newBatch(id, list)
	}
	return out
}

func newBatch(id string, list []*Part) *Batch {
	b := &Batch{ID: id, Hash: trace.HashString("js.Batch " + id)}
	slices.SortFunc(list, func(x, y *Part) int {
		return cmp.Or(strings.Compare(x.Group, y.Group), strings.Compare(x.order(), y.order()))
	})
	for _, p := range list {
		text, _ := p.Encode() // a decoded part can be encoded
		b.Hash = trace.Mix(b.Hash, trace.HashString(text))
		if p.Kind == Config {
			b.Config = p.Params
			continue
		}
		if n := len(b.Groups); n == 0 || b.Groups[n-1].ID != p.Group {
			b.Groups = append(b.Groups, &Bundle{ID: p.Group})
		}
		g := b.Groups[len(b.Groups)-1]
		switch p.Kind {
		case Script:
			g.Scripts = append(g.Scripts, p)
		case Runner:
			g.Runners = append(g.Runners, p)
		case Instance:
			g.Instances = append(g.Instances, p)
		}
	}
	return b
}

// order is the sort key of parts of one kind in a group.
func (p *Part) order() string {
	if p.Kind == Instance {
		return string(p.Kind) + "\x00" + p.ID + "_" + p.Instance
	}
	return string(p.Kind) + "\x00" + p.ID
}

// Virtual is the prefix of paths of scripts in a bundle. They name parts, not files. Virtual and the paths below are
// the same as in Hugo, since comments in bundles show them.
const Virtual = "__hu_v"

// Entry returns the path of the script of a group. Its bundle has the same path below the folder of the batch.
func (g *Bundle) Entry() string { return "/" + g.ID + ".js" }

// ImportOf returns the path under which the script of a group imports a script or runner.
func (g *Bundle) ImportOf(p *Part) string {
	if p.Kind == Runner {
		return "/" + g.ID + "_" + p.ID + "_runner" + p.File.Suffix
	}
	return path.Join(Virtual, path.Dir(path.Clean("/"+p.File.Target)), g.ID+"_"+p.ID+p.File.Suffix)
}

// instance and script are the values that runners receive, in addition to the imported script.
type instance struct {
	ID     string          `json:"id"`
	Params json.RawMessage `json:"params"`
}

type script struct {
	ID        string     `json:"id"`
	Binding   string     `json:"binding"`
	Instances []instance `json:"instances"`
}

// Source is the script of a group.
func (g *Bundle) Source() (string, error) {
	var s strings.Builder
	list := func(parts []*Part, name string) {
		for i, p := range parts {
			what := fmt.Sprintf("{ %s as %s%d }", p.Export, name, i)
			if p.Export == "*" {
				what = fmt.Sprintf("* as %s%d", name, i)
			}
			fmt.Fprintf(&s, "import %s from %q;\n", what, g.ImportOf(p))
		}
	}
	list(g.Scripts, "Script")
	list(g.Runners, "Run")
	if len(g.Runners) == 0 {
		return s.String(), nil
	}
	fmt.Fprintf(&s, "let group = { id: %q, scripts: [] }\n", g.ID)
	for i, p := range g.Scripts {
		binding := fmt.Sprintf("Script%d", i)
		text, err := json.Marshal(script{p.ID, binding, g.instances(p.ID)})
		if err != nil {
			return "", err
		}
		shown := strings.Replace(string(text), `"binding":"`+binding+`"`, `"binding":`+binding, 1)
		fmt.Fprintf(&s, "group.scripts.push(%s);\n", shown)
	}
	for i := range g.Runners {
		fmt.Fprintf(&s, "Run%d(group);\n", i)
	}
	return s.String(), nil
}

func (g *Bundle) instances(script string) []instance {
	out := []instance{}
	for _, p := range g.Instances {
		if p.ID == script {
			out = append(out, instance{p.Instance, p.Params})
		}
	}
	return out
}
