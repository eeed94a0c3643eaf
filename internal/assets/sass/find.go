package sass

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
)

// Find returns the path of Dart Sass: on the PATH, or installed by npm into the project. allowed reports whether a
// program with this name may run.
func Find(project string, allowed func(name string) bool) (string, error) {
	names := slices.DeleteFunc([]string{"dart-sass", "sass"}, func(name string) bool { return !allowed(name) })
	if len(names) == 0 {
		return "", errors.New("security.exec.allow permits neither dart-sass nor sass, the names of Dart Sass")
	}
	for _, name := range names {
		if program, err := exec.LookPath(name); err == nil {
			return program, nil
		}
	}
	for _, name := range names {
		// The program itself starts faster than the script in .bin, which needs Node.
		own, _ := filepath.Glob(filepath.Join(project, "node_modules", "sass-embedded-*", "dart-sass", name))
		for _, at := range append(own, filepath.Join(project, "node_modules", ".bin", name)) {
			if program, err := exec.LookPath(at); err == nil {
				return program, nil
			}
		}
	}
	return "",
		errors.New("the Sass compiler (Dart Sass) was not found. Install it for all projects (Linux: `snap install dart-sass`, " +
			"macOS: `brew install sass/sass/sass`, Windows: `choco install sass` or `scoop install sass`) or in this one, on any system: " +
			"`npm install --save-dev sass-embedded`")
}
