package config

// Change is a behavior of Hugo that a release changed, and that a project can keep by the name of an older release.
type Change struct {
	Since Release // 166 for Hugo 0.166
	Says  string  // one or two sentences in Markdown, with the old behavior where it is not obvious
}

// Changes returns the changes by release. The table in docs/hugo-differences/versions.md has the same rows.
func Changes() []Change {
	return []Change{
		{
			166, "Org mode is an error unless `security.allowContent` permits it: `[\".*\"]`",
		},
		{
			166, "`return` before the end of a pipeline (`{{ return 1 | add 2 }}`) is an error",
		},
		{
			166, "`.ReadingTime` counts 212 words per minute (500 characters with `hasCJKLanguage`) instead of 213 (501), " +
				"and `.FuzzyWordCount` of 100 words is 100 instead of 200",
		},
		{
			166, "`:title` in `permalinks` is one part of the path, and so is `:slug` of a page without `slug`: the title " +
				"`X/Y` gives `x-y` instead of `x/y` (not for terms)",
		},
		{
			166, "`{{ return }}` without a value ends any template, and its output so far is kept. Before, it had no " +
				"effect",
		},
		{
			166, "a filtered PNG image with a palette gets the colors that the filter makes. Before, it kept the palette of " +
				"the original",
		},
		{
			167, "`slug` in `_index.md` replaces the name of the folder in the URLs of the list and of all pages below " +
				"it",
		},
		{
			167, "`eq` and `ne` compare numbers by value: `eq 1 1.0` is true. `union` accepts lists of different types of " +
				"numbers, and items of any type if the first list allows them",
		},
		{
			167, "`sort` by a parameter that some pages lack: these sort as 0. Before, they kept their place among whole " +
				"numbers from YAML",
		},
		{
			167, "without `baseURL`, links begin with `https://example.org/`. Sitemaps and feeds still need a `baseURL`",
		},
		{
			167, "an automatic summary contains only complete elements: it ends after a list or quotation, not within it",
		},
		{
			167, "`append` of an empty list returns the list unchanged, with its type. `where … \"not in\"` with a list " +
				"that has only values of other types finds all numbers and texts",
		},
		{
			167, "texts in `assets/` and of `os.ReadFile` have no byte order mark",
		},
		{
			169, "`.Plain`, word counts, and `plainify`: a space separates block elements such as list items and table " +
				"cells (`ab` becomes `a b`), `<br/>` and `</p >` are line breaks in any spelling, and comments and CDATA " +
				"sections are dropped",
		},
		{
			169, "`plainify` and `emojify` return HTML only for HTML; the result for other text is escaped",
		},
		{
			169, "IDs of headings, and `.PlainText` of render hooks, contain all pieces of an element: ``## *a `b` c*`` " +
				"gives `a-b-c` instead of `a-`",
		},
		{
			169, "`pre` and `post` of menu entries in front matter are escaped, with a warning, unless " +
				"`security.allowContent` permits HTML",
		},
		{
			169, "`replaceRE` finds `\\b`, `\\B`, and `^` in the entire text, not within each match",
		},
	}
}

// ChangesBetween returns the changes between the behaviors of two versions of Hugo, in either order.
func ChangesBetween(a, b string) (out []Change) {
	if NewerVersion(a, b) {
		a, b = b, a
	}
	for _, c := range Changes() {
		if v := c.Since.Version(); NewerVersion(v, a) && !NewerVersion(v, b) {
			out = append(out, c)
		}
	}
	return out
}
