package esbuild

import (
	"path"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// StripTypes returns a script as JavaScript without types, JSX, and comments. It is read as TypeScript if its name says
// so. A syntax error is a *diag.Diagnostic with its position.
func StripTypes(name, text string) ([]byte, error) {
	if err := checkNesting(name, text); err != nil {
		return nil, err
	}
	if err := checkScript(name, text); err != nil {
		return nil, err
	}
	loader := api.LoaderJSX
	switch path.Ext(name) {
	case ".ts", ".mts", ".cts":
		loader = api.LoaderTS
	case ".tsx":
		loader = api.LoaderTSX
	}
	r := api.Transform(text, api.TransformOptions{
		Loader: loader, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone, Target: api.ESNext,
		TsconfigRaw: `{"compilerOptions": {"verbatimModuleSyntax": true}}`,
	})
	if len(r.Errors) == 0 {
		return r.Code, nil
	}
	d := &diag.Diagnostic{Severity: diag.Error, File: name, Message: r.Errors[0].Text}
	if at := r.Errors[0].Location; at != nil {
		d.Line, d.Col = at.Line, at.Column+1
	}
	return nil, d
}
