package render

import (
	"io/fs"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/plainfile"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
	"github.com/sitegen/sitegen/themes"
)

// dataFiles has the content of the data folders of the project and its themes, by folder, file name without extension,
// and keys in the file: https://gohugo.io/content-management/data-sources/
type dataFiles struct {
	values map[string]any
	hash   uint64
}

// loadData reads the data folders. Values of the project take precedence over those of themes.
func loadData(cfg *config.Config) (*dataFiles, diag.List) {
	d := &dataFiles{values: make(map[string]any)}
	var problems diag.List
	unread := readLayers(cfg, themes.Data, func(name, shown string, text []byte) {
		value, ok, err := funcs.DecodeFile(shown, text)
		if err != nil {
			problems = append(problems, diag.From(err)...)
			return
		}
		if ok {
			d.hash = trace.Mix(trace.Mix(d.hash, trace.HashString(shown)), trace.Hash(text))
			funcs.InsertData(d.values, strings.TrimSuffix(name, path.Ext(name)), value)
		}
	})
	return d, append(problems, unread...)
}

// readLayers calls fn for every file of a kind of the project and its themes, the project's first.
func readLayers(cfg *config.Config, k themes.Kind, fn func(name, shown string, text []byte)) diag.List {
	layers, err := projectOf(cfg).Find(k)
	problems := diag.From(err)
	for _, l := range layers {
		err := l.Read(func(_ string, e fs.DirEntry) bool { return e.IsDir() || !strings.HasPrefix(e.Name(), ".") },
			func(name string, text []byte) { fn(name, l.Name(name), plainfile.Lines(text)) })
		problems = append(problems, diag.From(err)...)
	}
	return problems
}
