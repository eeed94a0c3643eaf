package render

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/i18n"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
	"github.com/sitegen/sitegen/internal/template/view"
	"github.com/sitegen/sitegen/themes"
)

// loadStrings reads the i18n folders of the project, of its themes, and of the embedded ones. The project's strings
// take precedence.
func loadStrings(cfg *config.Config, embedded []themes.Layer) (*i18n.Tables, diag.List) {
	locales := make(map[string]string)
	for _, l := range cfg.Languages {
		if locale := strings.ToLower(l.Locale); locale != "" && locale != l.Lower {
			locales[l.Lower] = locale
		}
	}
	t := i18n.New(cfg.DefaultLanguage, i18n.Options{
		Placeholders: cfg.EnableMissingTranslationPlaceholders, Report: cfg.PrintI18nWarnings, Locales: locales,
	})
	var problems diag.List
	unread := readLayers(cfg, themes.Strings, func(name, shown string, src []byte) {
		lang := strings.TrimSuffix(path.Base(name), path.Ext(name))
		problems = append(problems, t.File(lang, shown, src)...)
	})
	problems = append(problems, unread...)
	for _, l := range embedded {
		problems = append(problems, t.Embedded(cfg, l)...)
	}
	return t, problems
}

// Translate returns the string of a key in a language, for lang.Translate and the method of languages.
func (c *call) Translate(lang string, key any, args []any) (string, error) {
	id, err := funcs.Text("lang.Translate", key)
	if err != nil {
		return "", err
	}
	t := c.run.theme.strings
	c.Ask(trace.I18n, lang, t.Hash())
	if len(args) > 1 {
		return "", fmt.Errorf("i18n requires a key and at most one argument, not %d", len(args))
	}
	var arg any
	if len(args) == 1 {
		arg = args[0]
	}
	out, wrong := t.Translate(c, lang, id, arg)
	switch {
	case wrong == nil:
	case errors.Is(wrong, i18n.ErrMissing):
		c.Warn(diag.Warning, view.Untranslated, wrong.Error())
	default:
		c.Warn(diag.Warning, "", wrong.Error())
	}
	return out, nil
}
