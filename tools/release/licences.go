package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// licenceFile finds texts that must go where the code goes: licences, notices, grants of patents.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// thirdParty puts together the licences of all that is in the binaries: Go, the modules that they link, and what
// is embedded and has its licence beside it in this repository.
func thirdParty(src string, list []built) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("sitegen contains the works of others. These are their licences.\n")
	add := func(what, dir string, names []string) error {
		for _, name := range names {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "\n%s\n%s: %s\n%s\n\n%s\n", strings.Repeat("=", 80), what, name, strings.Repeat("=", 80),
				bytes.TrimSpace(text))
		}
		return nil
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	goRoot := strings.TrimSpace(string(root))
	if err := add("Go, "+list[0].info.GoVersion, goRoot, []string{"LICENSE", "PATENTS"}); err != nil {
		return nil, err
	}
	for _, m := range linked(list) {
		dir, names, err := licencesOf(src, m)
		if err == nil {
			err = add(m.Path+" "+m.Version, dir, names)
		}
		if err != nil {
			return nil, err
		}
	}
	tracked, err := git(src, "ls-files")
	if err != nil {
		return nil, err
	}
	for _, file := range strings.Fields(tracked) {
		if dir, name := filepath.Split(file); dir != "" && licenceFile.MatchString(name) {
			if err := add("in "+strings.TrimSuffix(dir, "/"), filepath.Join(src, dir), []string{name}); err != nil {
				return nil, err
			}
		}
	}
	return b.Bytes(), nil
}

// linked lists the modules of all binaries, by path.
func linked(list []built) []*debug.Module {
	var out []*debug.Module
	for _, b := range list {
		for _, m := range b.info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			if !slices.ContainsFunc(out, func(o *debug.Module) bool { return o.Path == m.Path }) {
				out = append(out, m)
			}
		}
	}
	slices.SortFunc(out, func(a, b *debug.Module) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// licencesOf returns the folder of a module and the names of its licences there.
func licencesOf(src string, m *debug.Module) (dir string, names []string, err error) {
	list := exec.Command("go", "list", "-m", "-json", m.Path)
	list.Dir = src
	text, err := list.Output()
	var found struct{ Dir, Version string }
	if err == nil {
		err = json.Unmarshal(text, &found)
	}
	if err != nil {
		return "", nil, fmt.Errorf("find %s: %w", m.Path, err)
	}
	names, err = licencesIn(found.Dir)
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%s has no licence in %s", m.Path, found.Dir)
	}
	return found.Dir, names, err
}

// licencesIn returns the names of the licences in a folder and below it, where code of others lies that has its own;
// not of what is there for tests and as examples.
func licencesIn(dir string) ([]string, error) {
	var names []string
	texts := map[string]bool{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != dir && (d.Name() == "testdata" || d.Name() == "examples" || d.Name() == "vendor" ||
			strings.HasPrefix(d.Name(), "_") || strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case d.IsDir() || !licenceFile.MatchString(d.Name()) || filepath.Ext(d.Name()) == ".go":
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil || texts[string(text)] {
			return err
		}
		texts[string(text)] = true
		name, err := filepath.Rel(dir, file)
		names = append(names, filepath.ToSlash(name))
		return err
	})
	slices.SortStableFunc(names, func(a, b string) int { return strings.Count(a, "/") - strings.Count(b, "/") })
	return names, err
}
