package jsbatch

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// texts encodes parts.
func texts(t *testing.T, parts ...Part) (out []string) {
	t.Helper()
	for _, p := range parts {
		text, err := p.Encode()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, text)
	}
	return out
}

// added is a part that adds a script or runner.
func added(kind Kind, group, id, export, target string) Part {
	return Part{Batch: "b", Kind: kind, Group: group, ID: id, Export: export, File: &File{Target: target, Suffix: ".js", Path: "assets/" + target}}
}

func TestSource(t *testing.T) {
	instance := func(script, id, params string) Part {
		return Part{Batch: "b", Kind: Instance, Group: "g", ID: script, Instance: id, Params: json.RawMessage(params)}
	}
	set := Forecast([][]string{
		texts(t, instance("two", "b", `{"x":1}`), added(Script, "g", "two", "*", "js/two.js"), added(Runner, "g", "run", "default", "run.js")),
		texts(t, added(Script, "g", "one", "Own", "js/one.js"), instance("two", "a", `null`), added(Script, "g", "two", "late", "js/late.js")),
		texts(t, Part{Batch: "b", Kind: Group, Group: "empty"}),
	})
	want := map[string]string{
		"/empty.js": "",
		"/g.js": `import { Own as Script0 } from "__hu_v/js/g_one.js";
import * as Script1 from "__hu_v/js/g_two.js";
import { default as Run0 } from "/g_run_runner.js";
let group = { id: "g", scripts: [] }
group.scripts.push({"id":"one","binding":Script0,"instances":[]});
group.scripts.push({"id":"two","binding":Script1,"instances":[{"id":"a","params":null},{"id":"b","params":{"x":1}}]});
Run0(group);
`,
	}
	got := map[string]string{}
	for _, g := range set.Batch("b").Groups {
		text, err := g.Source()
		if err != nil {
			t.Fatal(err)
		}
		got[g.Entry()] = text
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("scripts of the groups (-want +got):\n%s", diff)
	}
}

// In a first build, a batch is unknown until the parts are joined. A batch that changes later is reported as changed.
func TestSetOfBuilds(t *testing.T) {
	one, two := texts(t, added(Script, "g", "one", "*", "one.js")), texts(t, added(Script, "g", "two", "*", "two.js"))
	first := Forecast(nil)
	if first.Batch("b") != nil || first.Answer("b") != 0 || !first.Open() {
		t.Error("a batch is known before anything is rendered")
	}
	changed := first.Join([][]string{one, two}, false)
	if len(changed) != 1 || changed[0].Question != (trace.Question{Kind: trace.Batch, Key: "b"}) || !first.Open() {
		t.Errorf("after the first join: %v, open %v", changed, first.Open())
	}
	if again := first.Join([][]string{one, two}, false); again != nil || first.Open() {
		t.Errorf("after the second join: %v, open %v", again, first.Open())
	}
	next := Forecast([][]string{two, one})
	if next.Answer("b") != first.Answer("b") {
		t.Error("the batch depends on the order of its parts")
	}
	if b := next.Batch("other"); b == nil || len(b.Groups) > 0 {
		t.Errorf("a batch that nobody adds to: %v", b)
	}
	if changed := next.Join([][]string{one}, false); len(changed) != 1 || changed[0].Answer == first.Answer("b") {
		t.Errorf("after a page is removed: %v", changed)
	}
}
