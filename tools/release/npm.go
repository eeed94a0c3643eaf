package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// about is what packages say of the program.
const about = "Static site generator: Markdown to a website with valid sitemaps and feeds"

// npm makes the packages for npm in the manner of esbuild: one for each platform with the program, and one that names
// them among its optional dependencies, of which npm installs the one that fits.
func (e *edition) npm() ([]output, error) {
	own, err := os.ReadFile(filepath.Join(e.src, "integrations", "npm", "package.json"))
	if err != nil {
		return nil, err
	}
	var manifest map[string]any
	if err := json.Unmarshal(own, &manifest); err != nil {
		return nil, err
	}
	delete(manifest, "private")
	manifest["version"] = e.version
	programs := map[string]string{}
	var out []output
	for _, b := range e.list {
		system, cpu := npmPlatform(b.platform)
		name := "@sitegen/" + system + "-" + cpu
		programs[name] = e.version
		files, err := b.with(e.src, e.licences, "LICENSE")
		if err != nil {
			return nil, err
		}
		data, err := e.npmPackage(files, map[string]any{
			"name": name, "version": e.version, "description": "sitegen for " + system + "-" + cpu, "license": "MIT",
			"os": []string{system}, "cpu": []string{cpu}, "preferUnplugged": true,
		})
		if err != nil {
			return nil, err
		}
		out = append(out, output{"npm/sitegen-" + system + "-" + cpu + "-" + e.version + ".tgz", data})
	}
	manifest["optionalDependencies"] = programs
	files, err := e.plugins()
	if err != nil {
		return nil, err
	}
	data, err := e.npmPackage(files, manifest)
	return append(out, output{"npm/sitegen-" + e.version + ".tgz", data}), err
}

// plugins are the files of the package that calls the program.
func (e *edition) plugins() ([]packed, error) {
	var files []packed
	dir := os.DirFS(filepath.Join(e.src, "integrations", "npm"))
	err := fs.WalkDir(dir, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "test" || name == "examples" || name == "node_modules"):
			return fs.SkipDir
		case d.IsDir() || name == "package.json":
			return nil
		}
		text, err := fs.ReadFile(dir, name)
		mode := int64(0o644)
		if strings.HasPrefix(string(text), "#!") {
			mode = 0o755
		}
		files = append(files, packed{name, text, mode})
		return err
	})
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(e.src, "LICENSE"))
	return append(files, packed{"LICENSE", text, 0o644}), err
}

// npmPackage is a package as npm installs it: https://docs.npmjs.com/cli/configuring-npm/package-json
func (e *edition) npmPackage(files []packed, manifest map[string]any) ([]byte, error) {
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return nil, err
	}
	files = append([]packed{{"package.json", append(text, '\n'), 0o644}}, files...)
	for i := range files {
		files[i].name = "package/" + files[i].name
	}
	return tarred(files, e.when)
}

// npmPlatform is what Node calls a platform: process.platform and process.arch.
func npmPlatform(p platform) (system, cpu string) {
	system, cpu = p.os, p.arch
	if system == "windows" {
		system = "win32"
	}
	if cpu == "amd64" {
		cpu = "x64"
	}
	return system, cpu
}
