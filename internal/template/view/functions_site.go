package view

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// addSiteFunctions adds the functions that use the site: https://gohugo.io/functions/urls/ and
// https://gohugo.io/functions/global/
func addSiteFunctions(t *tmpl.Functions, running func() *Call) {
	t.Alone["site"] = func() *Site { c := running(); return c.Views.Site(c.edition()) }
	t.Alone["page"] = func() *Page {
		c := running()
		c.OfPage++
		return c.Page
	}
	t.Alone["hugo"] = func() *Hugo { return running().Views.hugo }
	t.Add("lang", "Merge", func(others, pages Pages) Pages { return running().mergeLanguages(others, pages) })
	t.Add("urls", "RelURL", onText("urls.RelURL",
		func(in string) (string, error) { return running().relURL(in, false), nil }), "relURL")
	t.Add("urls", "AbsURL", onText("urls.AbsURL", func(in string) (string, error) { return running().absURL(in, false) }),
		"absURL")
	t.Add("urls", "RelLangURL", onText("urls.RelLangURL",
		func(in string) (string, error) { return running().relURL(in, true), nil }), "relLangURL")
	t.Add("urls", "AbsLangURL", onText("urls.AbsLangURL",
		func(in string) (string, error) { return running().absURL(in, true) }), "absLangURL")
	t.Add("urls", "Ref", func(p, args any) (string, error) { return running().refFunction(p, args, false) }, "ref")
	t.Add("urls", "RelRef", func(p, args any) (string, error) { return running().refFunction(p, args, true) }, "relref")
}

// onText turns a function of a string into a template function.
func onText(fn string, f func(string) (string, error)) func(any) (string, error) {
	return func(v any) (string, error) {
		s, err := funcs.Text(fn, v)
		if err != nil {
			return "", err
		}
		return f(s)
	}
}

// mergeLanguages adds those of others that have no translation in pages, in default order:
// https://gohugo.io/functions/lang/merge/
func (c *Call) mergeLanguages(others, pages Pages) Pages {
	c.askEach(pages, trace.PageParams) // they contain the translation keys
	c.askEach(others, trace.PageParams)
	have := make(map[string]bool, len(pages))
	for _, p := range pages {
		have[translationKey(p)] = true
	}
	out := slices.Clone(pages)
	for _, p := range others {
		if !have[translationKey(p)] {
			out = append(out, p)
		}
	}
	return out.ByWeight(c)
}

// MergeByLanguage is the list with those of others that have no translation in it, in default order (Pages).
func (ps Pages) MergeByLanguage(c *Call, others Pages) Pages { return c.mergeLanguages(others, ps) }

// ProbablyEq reports whether a value is a list of the same pages in the same order (bool).
func (ps Pages) ProbablyEq(other any) bool {
	others, ok := other.(Pages)
	return ok && slices.Equal(ps, others)
}

// ToResources is the list as a list of resources (Resources).
func (ps Pages) ToResources() resource.Resources {
	out := make(resource.Resources, len(ps))
	for i, p := range ps {
		out[i] = p
	}
	return out
}

func translationKey(p *Page) string {
	return string(p.p.Kind) + " " + cmp.Or(p.p.TranslationKey, p.p.Path)
}

// baseURL returns the base URL of the call's language.
func (c *Call) baseURL() string {
	c.Views.AskConfig(c)
	if b := c.edition().Language.BaseURL; b != "" {
		return b
	}
	return c.Views.site.Config.Base()
}

// baseFor returns the base that a reference is resolved against. A rooted one replaces the path of the base URL.
func (c *Call) baseFor(in string) string {
	base := c.baseURL()
	if !strings.HasPrefix(in, "/") {
		return base
	}
	u, err := url.Parse(base)
	if err != nil {
		return base
	}
	u.Path, u.RawPath = "", ""
	return u.String()
}

// withLanguage adds the prefix of the call's language to a reference without one. An empty reference becomes a folder
// unless it is bare.
func (c *Call) withLanguage(in string, bare bool) string {
	prefix := strings.TrimPrefix(c.Views.Site(c.edition()).LanguagePrefix(), "/")
	if prefix == "" || c.Views.site.Config.Multihost {
		return in
	}
	if rest := strings.TrimPrefix(in, "/"); rest == prefix || strings.HasPrefix(rest, prefix+"/") {
		return in
	}
	out := path.Join(prefix, in)
	if in == "" && !bare || strings.HasSuffix(in, "/") {
		out += "/"
	}
	return out
}

func isAbsolute(in string) bool {
	if strings.HasPrefix(in, "//") {
		return true
	}
	u, err := url.Parse(in)
	return err == nil && u.IsAbs()
}

// relURL implements https://gohugo.io/functions/urls/relurl/
func (c *Call) relURL(in string, language bool) string {
	base := c.baseFor(in)
	if strings.HasPrefix(in, "//") || isAbsolute(in) && (base == "" || !strings.HasPrefix(in, base)) {
		return in
	}
	out := in
	if base != "" {
		out = strings.TrimPrefix(in, base)
	}
	if language {
		out = c.withLanguage(out, in != "")
	}
	if _, err := url.Parse(in); err != nil {
		return in
	}
	root := "/"
	if u, err := url.Parse(base); err == nil && u.Path != "" {
		root = u.Path
	}
	joined := path.Join(root, out)
	if joined != "/" && strings.HasSuffix(out, "/") {
		joined += "/"
	}
	out = joined
	if in == "" && !strings.HasSuffix(out, "/") && (base == "" || strings.HasSuffix(base, "/")) {
		out += "/"
	}
	if !strings.HasPrefix(out, "/") {
		out = "/" + out
	}
	return out
}

// absURL implements https://gohugo.io/functions/urls/absurl/
func (c *Call) absURL(in string, language bool) (string, error) {
	if isAbsolute(in) {
		return in, nil
	}
	base := c.baseFor(in)
	if language {
		in = c.withLanguage(in, false)
	}
	base = cmp.Or(base, "/")
	b, err := url.Parse(base)
	if err != nil {
		return "", err
	}
	ref, err := url.Parse(in)
	if err != nil {
		return in, nil
	}
	joined := path.Join(b.Path, ref.Path)
	if (in == "" && strings.HasSuffix(base, "/") || strings.HasSuffix(ref.Path, "/")) && !strings.HasSuffix(joined, "/") {
		joined += "/"
	}
	b.Path, b.RawPath, b.Fragment, b.RawQuery = joined, "", ref.Fragment, ref.RawQuery
	return b.String(), nil
}
