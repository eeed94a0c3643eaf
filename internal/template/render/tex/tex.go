// Package tex turns formulas in the notation of TeX into MathML, at build time. KaTeX (https://katex.org/) does it, the
// engine that Hugo has too: its script runs in QuickJS (https://bellard.org/quickjs/), which runs as WebAssembly, so
// a formula sees and changes nothing, and is the same on any machine.
package tex

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/sitegen/sitegen/internal/base/sandbox"
)

// Both are made by katex/build.sh.
var (
	//go:embed katex/quickjs.wasm.gz
	quickjs []byte
	//go:embed katex/katex.js.gz
	katex []byte
	//go:embed katex/main.js
	entry []byte
)

// Options of a formula. The zero value is Hugo's default but for Strict and ThrowOnError; the names of the fields in
// JSON are KaTeX's: https://katex.org/docs/options.html
type Options struct {
	// Core gives MathML as browsers draw it, for a style sheet that knows the classes in it. Output means nothing then.
	Core   bool
	Output string // "mathml", "html" or "htmlAndMathml"; "" is "mathml"
	// Strict says what happens to TeX that KaTeX understands but LaTeX would not: "error", "warn" or "ignore" ("").
	Strict string
	Macros map[string]string // `\name` to what stands for it

	Display          bool    // a formula with a line of its own
	ThrowOnError     bool    // false: a formula that is wrong is its text in ErrorColor, where KaTeX can do that
	ErrorColor       string  // "" is "#cc0000"
	Fleqn            bool    // with Display: at the left margin
	MinRuleThickness float64 // of fraction lines in em; 0 is 0.04
}

// Engine typesets formulas; several goroutines may use one at once. It costs nothing before the first formula, which
// takes some tenths of a second; others take about one millisecond.
type Engine struct {
	program *sandbox.Program

	mu    sync.Mutex
	known map[string]answer
	kept  Answers
}

// Answers keeps what the engine said, for other processes: a formula that is there costs no start of the engine.
type Answers interface {
	Get(question []byte) (answer []byte, ok bool)
	Put(question, answer []byte)
}

// Keep gives the engine a place for its answers; nil: none.
func (e *Engine) Keep(a Answers) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.kept = a
}

// version names the programs in the questions of Answers.
var version = sync.OnceValue(func() string {
	return fmt.Sprintf("%x", sha256.Sum256(slices.Concat(quickjs, katex, entry)))
})

type answer struct {
	HTML     string   `json:"html"`
	Warnings []string `json:"warnings"`
	Error    string   `json:"error"`
}

// NewEngine returns an Engine.
func NewEngine() *Engine {
	return &Engine{program: sandbox.New("the TeX engine", quickjs, load), known: map[string]answer{}}
}

const (
	patience    = 4000     // steps of shim.c for one formula, about two seconds
	maxFormula  = 50_000   // bytes
	maxKnown    = 4096     // formulas
	largeEngine = 64 << 20 // bytes of memory of an instance that is not kept
)

// load gives an instance KaTeX.
func load(i *sandbox.Instance) error {
	z, err := gzip.NewReader(bytes.NewReader(katex))
	if err != nil {
		return err
	}
	script, err := io.ReadAll(z)
	if err != nil {
		return err
	}
	script = append(append(script, '\n'), entry...)
	text, err := call(i, "start", script)
	if err == nil && text != "" {
		err = fmt.Errorf("KaTeX does not start: %s", text)
	}
	return err
}

// HTML returns a formula as HTML, and what KaTeX warned of with Strict "warn". An error says what is wrong with the
// formula, and where in it.
func (e *Engine) HTML(formula string, o Options) (html string, warnings []string, err error) {
	if len(formula) > maxFormula {
		return "", nil, fmt.Errorf("the formula is longer than %d bytes", maxFormula)
	}
	question, err := json.Marshal(o.question(formula))
	if err != nil {
		return "", nil, err
	}
	e.mu.Lock()
	a, ok := e.known[string(question)]
	kept := e.kept
	e.mu.Unlock()
	if !ok {
		if a, err = e.answer(kept, question); err != nil {
			return "", nil, err
		}
		e.mu.Lock()
		if len(e.known) >= maxKnown {
			clear(e.known)
		}
		e.known[string(question)] = a
		e.mu.Unlock()
	}
	if a.Error != "" {
		return "", nil, fmt.Errorf("%s", a.Error)
	}
	return a.HTML, a.Warnings, nil
}

// question is what main.js is asked.
func (o Options) question(formula string) map[string]any {
	options := map[string]any{
		"displayMode": o.Display, "throwOnError": o.ThrowOnError, "fleqn": o.Fleqn,
		"output": "mathml", "minRuleThickness": 0.04,
	}
	if o.Output != "" {
		options["output"] = o.Output
	}
	if o.ErrorColor != "" {
		options["errorColor"] = o.ErrorColor
	}
	if o.MinRuleThickness != 0 {
		options["minRuleThickness"] = o.MinRuleThickness
	}
	strict := o.Strict
	if strict == "" {
		strict = "ignore"
	}
	return map[string]any{"tex": formula, "core": o.Core, "strict": strict, "macros": o.Macros, "options": options}
}

// answer returns what is kept of a question, or asks it.
func (e *Engine) answer(kept Answers, question []byte) (a answer, err error) {
	if kept == nil {
		text, err := e.ask(question)
		if err != nil {
			return a, err
		}
		return a, json.Unmarshal(text, &a)
	}
	key := append([]byte(version()+"\x00"), question...)
	if text, ok := kept.Get(key); ok && json.Unmarshal(text, &a) == nil {
		return a, nil
	}
	text, err := e.ask(question)
	if err != nil {
		return a, err
	}
	kept.Put(key, text)
	a = answer{}
	return a, json.Unmarshal(text, &a)
}

// ask returns the answer to a question as JSON.
func (e *Engine) ask(question []byte) ([]byte, error) {
	i, err := e.program.Take()
	if err != nil {
		return nil, err
	}
	text, err := call(i, "call", question)
	if err != nil { // the memory, the stack or the patience of the engine came to an end
		i.Close()
		return []byte(`{"error":"KaTeX failed: the formula is nested too deeply, too large, or has no end"}`), nil
	}
	if i.Size() > largeEngine {
		i.Close()
	} else {
		e.program.Give(i)
	}
	return []byte(text), nil
}

// call hands text to a function of shim.c and returns what it made of it.
func call(i *sandbox.Instance, name string, text []byte) (string, error) {
	at, err := i.Call("room", sandbox.Number(len(text)+1))
	if err != nil {
		return "", err
	}
	if at == 0 || !i.Write(at, append(bytes.Clone(text), 0)) {
		return "", fmt.Errorf("no memory for %d bytes", len(text))
	}
	status, err := i.Call(name, sandbox.Number(int(at)), sandbox.Number(len(text)), sandbox.Number(patience))
	if err != nil {
		return "", err
	}
	if _, err := i.Call("give", sandbox.Number(int(at))); err != nil {
		return "", err
	}
	result, err := i.Call("result")
	if err != nil {
		return "", err
	}
	n, err := i.Call("length")
	if err != nil {
		return "", err
	}
	data, ok := i.Read(result, n)
	if !ok || status < 0 {
		return "", fmt.Errorf("no answer")
	}
	if status > 0 {
		return "", fmt.Errorf("%s", data)
	}
	return string(data), nil
}
