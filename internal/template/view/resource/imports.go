package resource

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
)

// importedKey is the prefix of the key of a question about an imported file.
const importedKey = "imported\x00"

// importedName and importedFolder are keys for facts about an imported file, and a folder with such files.
type (
	importedName   string
	importedFolder string
)

// AskImported records what a bundle used of a project file outside of assets: its content, its real path (which bundles
// print), and everything that affects how an import finds it: the other files and links in its folders, and their
// settings. The name "" means the dependencies of any import: the packages of the project.
func (f *Files) AskImported(c Scope, name string) uint64 {
	answer := par.OnceFor(&f.made, importedName(name), func() uint64 {
		return f.imports().answer(name)
	})
	c.Ask(trace.File, importedKey+name, answer)
	return answer
}

func (f *Files) imports() imports { return imports{f.o.Config.Project, f.o.Hash, &f.made} }

// Imports collects the answers to AskImported among those of a build; nil: there are none.
func Imports(answered func(trace.Kind, func(trace.Question, uint64))) (answers map[string]uint64) {
	answered(trace.File, func(q trace.Question, answer uint64) {
		if name, ok := strings.CutPrefix(q.Key, importedKey); ok {
			if answers == nil {
				answers = map[string]uint64{}
			}
			answers[name] = answer
		}
	})
	return answers
}

// SameImports reports whether AskImported would give the same answers now.
func SameImports(project string, answers map[string]uint64) bool {
	now := imports{project, func(file string) (uint64, error) {
		data, err := os.ReadFile(file)
		return trace.Hash(data), err
	}, new(sync.Map)}
	for name, answer := range answers {
		if now.answer(name) != answer {
			return false
		}
	}
	return true
}

// imports finds the answers to questions about imported files.
type imports struct {
	project string
	hash    func(file string) (uint64, error) // of the content of a file
	made    *sync.Map                         // facts about folders
}

func (i imports) answer(name string) uint64 {
	if name == "" {
		return i.packages()
	}
	answer := trace.Mix(i.content(name), i.realPath(name))
	for dir := path.Dir(name); dir != "." && dir != "/" && path.Base(dir) != ".."; dir = path.Dir(dir) {
		answer = trace.Mix(answer, i.folder(dir))
	}
	return answer
}

// packages hashes the set of installed packages, and how scripts are read.
func (i imports) packages() uint64 {
	answer := trace.Mix(i.settings(".", i.entries(".")), i.content("node_modules/.package-lock.json"))
	answer = trace.Mix(trace.Mix(answer, i.realPath("node_modules")), i.folder("node_modules"))
	for _, scope := range i.entries("node_modules") {
		if strings.HasPrefix(scope.Name(), "@") {
			answer = trace.Mix(answer, i.folder("node_modules/"+scope.Name()))
		}
	}
	return answer
}

// at returns the path on disk of a file of the project.
func (i imports) at(name string) string { return filepath.Join(i.project, filepath.FromSlash(name)) }

// content returns 0 for a file that cannot be read.
func (i imports) content(name string) uint64 {
	h, err := i.hash(i.at(name))
	if err != nil {
		return 0
	}
	return h
}

// realPath hashes the target of a path, relative to the project; 0 if it does not exist.
func (i imports) realPath(name string) uint64 {
	at, err := filepath.EvalSymlinks(i.at(name))
	if err != nil {
		return 0
	}
	if project, err := filepath.EvalSymlinks(i.project); err == nil {
		if rel, err := filepath.Rel(project, at); err == nil {
			at = filepath.ToSlash(rel)
		}
	}
	return trace.HashString(at)
}

// folder hashes the names in a folder, the targets of its links, and its settings.
func (i imports) folder(dir string) uint64 {
	return par.OnceFor(i.made, importedFolder(dir), func() uint64 {
		list := i.entries(dir)
		var seen []string
		for _, e := range list {
			to := ""
			if e.Type()&fs.ModeSymlink != 0 {
				to, _ = os.Readlink(filepath.Join(i.at(dir), e.Name()))
			}
			seen = append(seen, e.Name(), to)
		}
		return trace.Mix(trace.HashStrings(seen...), i.settings(dir, list))
	})
}

// settings hashes the files of a folder that affect imports in it.
func (i imports) settings(dir string, list []fs.DirEntry) (answer uint64) {
	for _, e := range list {
		name := e.Name()
		if name == "package.json" || path.Ext(name) == ".json" &&
			(strings.HasPrefix(name, "tsconfig") || strings.HasPrefix(name, "jsconfig")) {
			answer = trace.Mix(trace.Mix(answer, trace.HashString(name)), i.content(path.Join(dir, name)))
		}
	}
	return answer
}

// entries returns the entries of a folder, without hidden ones.
func (i imports) entries(dir string) []fs.DirEntry {
	list, err := os.ReadDir(i.at(dir))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(list, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") })
}
