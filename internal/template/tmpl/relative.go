package tmpl

import (
	"cmp"
	"fmt"
	"path"
	"strings"
)

// PartialName returns the name of the partial that a call in f means: "./x" and "../x" are relative to the folder of f,
// which must be a partial. f is nil outside of templates. https://gohugo.io/functions/partials/include/
func PartialName(f *File, name string) (string, error) {
	if !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "../") {
		return name, nil
	}
	caller := ""
	if f != nil {
		caller = cmp.Or(f.Within, f.Name)
	}
	return relativePartial(caller, name)
}

// relativePartial resolves a relative name in the template with the path caller below layouts.
func relativePartial(caller, name string) (string, error) {
	_, at, _ := strings.Cut(caller, "/")
	if !IsPartialName(caller) {
		return "", fmt.Errorf("the path %q of a partial is relative, which only works in partials", name)
	}
	out := path.Join(path.Dir(at), name)
	if out == ".." || strings.HasPrefix(out, "../") {
		return "", fmt.Errorf("the path %q of a partial leads out of the folder of partials", name)
	}
	return out, nil
}
