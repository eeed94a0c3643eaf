package resource

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/assets/openapi"
	"github.com/sitegen/sitegen/internal/assets/sass"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// transformArguments reads the arguments of a function that makes a resource from another: the options or the target
// path, if any, and the resource.
func transformArguments(function string, args []any) (*Resource, map[string]any, error) {
	var m map[string]any
	if len(args) == 2 {
		if text, err := tmpl.Key(args[0]); err == nil {
			m = map[string]any{"targetPath": text}
		} else if m, _ = tmpl.Map(args[0]); m == nil && args[0] != nil {
			return nil, nil, fmt.Errorf("%s: options are a map, not %T", function, args[0])
		}
		args = args[1:]
	}
	if len(args) != 1 {
		return nil, nil, fmt.Errorf("%s requires options, if any, and a resource", function)
	}
	r, ok := args[0].(*Resource)
	if !ok || r == nil {
		return nil, nil, noResource(function, args[0])
	}
	if err := exec.Bounded(m); err != nil {
		return nil, nil, fmt.Errorf("%s: options: %w", function, err)
	}
	return r, m, nil
}

// transformed is the result of a transformation, with its other inputs.
type transformed struct {
	content  []byte
	document *openapi.Document // instead of content
	attached map[string][]byte // files that the content refers to, by name
	order    []string          // names of attached files, if the order matters
	listed   bool              // templates see the attached files as Data.Artifacts
	files    []*Resource       // additional files that it is made from
	assets   []string          // names for which assets were looked up
	read     []string          // files of the project
	imported []string          // files of the project that a bundle found: see AskImported
	project  bool              // it may have read any file of the project
	program  bool              // it depends on which Dart Sass is installed
	warnings []string          // reported each time
	answers  uint64            // hash of the answers to the questions for assets and files
}

// transformKey identifies a transformation by its inputs, except those that it reads itself.
type transformKey struct {
	function, name, target string
	content, options       uint64
}

// failure is a failed transformation with the files that it looked for: a template may continue (try).
type failure struct {
	err  error
	read *transformed
}

// transform returns the result of a transformation of r: made now, earlier in this build, or in an earlier build if its
// inputs are unchanged. The questions for these inputs are recorded each time.
func (r *Resource) transform(c Scope, function string, options map[string]any,
	run func(data []byte, asset assetFunc) (*transformed, error),
) (*transformed, error) {
	data, err := r.bytes(c)
	if err == nil {
		err = c.Running().Step(programSteps(function) + len(data)/8)
	}
	if err != nil {
		return nil, err
	}
	words, err := optionsJSON(options)
	if err != nil {
		return nil, fmt.Errorf("%s: options: %w", function, err)
	}
	key := transformKey{function, r.original, r.target, trace.Hash(data), trace.Hash(words)}
	t, err := r.files.transformOnce(c, key, func(asset assetFunc) (*transformed, error) { return run(data, asset) })
	if err != nil {
		return nil, err
	}
	size := len(t.content)
	for _, b := range t.attached {
		size += len(b)
	}
	return t, made(c, size)
}

// programSteps returns the cost of running a program, whatever its input.
func programSteps(function string) int {
	switch function {
	case "css.PostCSS", "css.TailwindCSS", "js.Babel": // Node.js
		return 200_000
	case "openapi3.Unmarshal":
		return 200
	}
	return 10_000
}

// maxOptions limits the options of a program, in bytes of JSON.
const maxOptions = 1 << 20

// optionsJSON returns options as JSON.
func optionsJSON(options any) ([]byte, error) {
	if err := exec.Bounded(options); err != nil {
		return nil, err
	}
	text, err := json.Marshal(options)
	if len(text) > maxOptions {
		return nil, fmt.Errorf("%d bytes of JSON are more than %d", len(text), maxOptions)
	}
	return text, err
}

// transformOnce returns the result of run, or an earlier one with the same key.
func (f *Files) transformOnce(
	c Scope, key transformKey, run func(asset assetFunc) (*transformed, error),
) (*transformed, error) {
	f.transforms.mu.Lock()
	if a := f.asked[key]; a != nil {
		f.transforms.mu.Unlock()
		for _, s := range a.steps {
			c.Ask(s.Kind, s.Key, s.Answer)
		}
		return a.made, nil
	}
	defer f.transforms.mu.Unlock()
	// Questions of an outdated result are not recorded: the new result replaces them.
	if t := f.transforms.made[key]; t != nil && f.askTransform(unrecorded{c}, t) == t.answers {
		f.askFirst(c, key, t)
		return t, nil
	}
	if failure := f.failed[key]; failure != nil {
		f.askTransform(c, failure.read)
		return nil, failure.err
	}
	read := &transformed{project: true} // a failed tool does not report its inputs
	t, err := run(func(name string) ([]byte, string, bool) {
		read.assets = append(read.assets, name)
		return f.quietAsset(name)
	})
	if err != nil {
		if t != nil {
			read.files, read.program = t.files, t.program
		}
		f.failed[key] = &failure{err, read}
		f.askTransform(c, read)
		return nil, err
	}
	t.answers = f.askFirst(c, key, t)
	if len(f.transforms.made) >= mostTransforms {
		clear(f.transforms.made)
	}
	f.transforms.made[key] = t
	return t, nil
}

// askedTransform is a transformation with its questions in this build, in which each has one answer.
type askedTransform struct {
	made  *transformed
	steps []trace.Step
}

// askFirst is askTransform for the first time in a build.
func (f *Files) askFirst(c Scope, key transformKey, t *transformed) (answers uint64) {
	n := &noting{Scope: c}
	answers = f.askTransform(n, t)
	f.asked[key] = &askedTransform{t, n.steps}
	return answers
}

// noting is a Scope that collects the questions.
type noting struct {
	Scope
	steps []trace.Step
}

// Ask records a question and collects it.
func (n *noting) Ask(kind trace.Kind, key string, answer uint64) {
	n.steps = append(n.steps, trace.Step{Question: trace.Question{Kind: kind, Key: key}, Answer: answer})
	n.Scope.Ask(kind, key, answer)
}

// transforms has the results of transformations, which consecutive builds share.
type transforms struct {
	mu       sync.Mutex // they are expensive, so none is made twice at a time
	made     map[transformKey]*transformed
	compiler *sass.Compiler // Dart Sass; nil: not running
}

// mostTransforms limits the results that are kept: in the preview, each version of a style sheet is one.
const mostTransforms = 100

// askTransform asks for all inputs of t, and returns a hash of the answers.
func (f *Files) askTransform(c Scope, t *transformed) (answers uint64) {
	for _, name := range t.assets {
		a := f.Asset(c, name)
		if a == nil {
			answers = trace.Mix(answers, 0)
			continue
		}
		hash, err := a.hashed(c)
		if err != nil {
			answers = trace.Mix(answers, 1)
			continue
		}
		answers = trace.Mix(trace.Mix(answers, trace.HashString(a.shown)), hash)
	}
	for _, r := range t.files {
		hash, err := r.fresh(f).hashed(c)
		answers = trace.Mix(trace.Mix(answers, trace.HashBool(err == nil)), hash)
	}
	for _, name := range t.read {
		h := c.HashFile(name)
		c.Ask(trace.File, "read\x00"+name, h)
		answers = trace.Mix(answers, h)
	}
	for _, name := range t.imported {
		answers = trace.Mix(answers, f.AskImported(c, name))
	}
	if t.program {
		answers = trace.Mix(answers, f.askSass(c))
	}
	if t.project {
		answers = trace.Mix(answers, f.AskAboutProject(c))
	}
	return answers
}

// fresh returns r in another build.
func (r *Resource) fresh(f *Files) *Resource {
	out := *r
	out.files, out.read = f, par.OnceFor(&f.made, freshKey(r.shown),
		func() *atomic.Pointer[fileBytes] { return new(atomic.Pointer[fileBytes]) })
	return &out
}

// freshKey identifies a file in a build.
type freshKey string

// quietAsset returns a file of assets/ without recording that it was read; see askTransform.
func (f *Files) quietAsset(name string) (content []byte, shown string, ok bool) {
	r := f.assets().byName[cleanName(name)]
	if r == nil {
		return nil, "", false
	}
	data, err := r.bytes(unrecorded{})
	return data, r.shown, err == nil
}

// unrecorded is a Scope that only reads files.
type unrecorded struct{ Scope }

// Ask records nothing.
func (unrecorded) Ask(trace.Kind, string, uint64) {}

// resource returns t as a resource made from r, the same one in the entire build.
func (t *transformed) resource(r *Resource, to rename, mediaType string) *Resource {
	return par.OnceFor(&r.files.made, t, func() *Resource {
		d := r.derived(to, t.content)
		d.mediaType, d.kept = mediaType, true
		for _, name := range slices.Sorted(maps.Keys(t.attached)) {
			d.attached = append(d.attached, r.files.newResource(path.Join(path.Dir(d.target), name), t.attached[name], ""))
		}
		if t.listed {
			d.data = map[string]any{"Artifacts": d.attached[len(r.attached):]}
		}
		return d
	})
}
