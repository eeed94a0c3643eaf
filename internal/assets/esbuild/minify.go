package esbuild

import (
	"errors"

	"github.com/evanw/esbuild/pkg/api"
)

// Minify makes a script smaller. Top-level names stay, since other scripts of a page may use them. A syntax error is
// returned with its position.
func Minify(script []byte) ([]byte, error) {
	if err := checkNesting("script", string(script)); err != nil {
		return nil, err
	}
	if err := checkScript("script", string(script)); err != nil {
		return nil, err
	}
	r := api.Transform(string(script), api.TransformOptions{
		Loader: api.LoaderJS, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsInline,
		MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true,
	})
	if len(r.Errors) > 0 {
		return nil, errors.New(api.FormatMessages(r.Errors[:1], api.FormatMessagesOptions{})[0])
	}
	return r.Code, nil
}
