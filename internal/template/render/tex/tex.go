// Package tex converts formulas in TeX notation to MathML at build time. Like Hugo, it uses KaTeX (https://katex.org/).
// The script runs in QuickJS (https://bellard.org/quickjs/) compiled to WebAssembly, so a formula has no access to the
// machine, and the result is the same everywhere.
package tex

import (
	"bytes"
	"cmp"
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

// Built by katex/build.sh.
var (
	//go:embed katex/quickjs.wasm.gz
	quickjs []byte
	//go:embed katex/katex.js.gz
	katex []byte
	//go:embed katex/main.js
	entry []byte
)

// Options are the options of a formula. The zero value is Hugo's default except for Strict and ThrowOnError. The names
// of the fields in JSON are those of KaTeX: https://katex.org/docs/options.html
type Options struct {
	// Core returns MathML for browsers, with classes for a style sheet. Output is ignored then.
	Core   bool
	Output string // "mathml", "html" or "htmlAndMathml"; "" is "mathml"
	// Strict tells how to treat TeX that KaTeX supports but LaTeX does not: "error", "warn", or "ignore" ("").
	Strict string
	Macros map[string]string // `\name` to its replacement

	Display          bool    // a formula on a separate line
	ThrowOnError     bool    // false: an invalid formula is printed in ErrorColor, if KaTeX supports that
	ErrorColor       string  // "" is "#cc0000"
	Fleqn            bool    // with Display: at the left margin
	MinRuleThickness float64 // of fraction lines in em; 0 is 0.04
}

// Engine typesets formulas; several goroutines may use one at once. The first formula takes some tenths of a second,
// since it starts the engine; others take about one millisecond.
type Engine struct {
	program *sandbox.Program

	mu    sync.Mutex
	known map[string]answer
	kept  Answers
}

// Answers keeps results for other processes, so that known formulas do not start the engine.
type Answers interface {
	Get(question []byte) (answer []byte, ok bool)
	Put(question, answer []byte)
}

// Keep sets where results are kept; nil: nowhere.
func (e *Engine) Keep(a Answers) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.kept = a
}

// version identifies the programs in the keys of Answers.
var version = sync.OnceValue(func() string {
	return fmt.Sprintf("%x", sha256.Sum256(slices.Concat(quickjs, katex, entry)))
})

type answer struct {
	HTML     string   `json:"html"`
	Warnings []string `json:"warnings"`
	Error    string   `json:"error"`
}

// NewEngine returns an Engine. programs is a folder for compiled programs, as for sandbox.Program.KeepIn.
func NewEngine(programs string) *Engine {
	return &Engine{program: sandbox.New("the TeX engine", quickjs, load).KeepIn(programs), known: map[string]answer{}}
}

const (
	patience    = 4000     // steps of shim.c for one formula, about two seconds
	maxFormula  = 50_000   // bytes
	maxKnown    = 4096     // formulas
	largeEngine = 64 << 20 // bytes; a larger instance is not kept
)

// load loads KaTeX into an instance.
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

// HTML returns a formula as HTML, and the warnings of KaTeX with Strict "warn". An error is a mistake in the formula
// with its position.
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

// question returns the input of main.js.
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
	strict := cmp.Or(o.Strict, "ignore")
	return map[string]any{"tex": formula, "core": o.Core, "strict": strict, "macros": o.Macros, "options": options}
}

// answer returns the kept result for a question, or runs the engine.
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

// ask runs the engine for a question in JSON.
func (e *Engine) ask(question []byte) ([]byte, error) {
	i, err := e.program.Take()
	if err != nil {
		return nil, err
	}
	text, err := call(i, "call", question)
	if err != nil { // the limit of memory, stack, or steps was reached
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

// call passes text to a function of shim.c and returns its result.
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
