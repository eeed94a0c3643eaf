package minifier

// Options say what becomes smaller, and how: https://gohugo.io/configuration/minify/. The names of the fields are keys
// of the configuration, below minify.
type Options struct {
	DisableHTML, DisableCSS, DisableJS, DisableJSON, DisableSVG, DisableXML bool // leave files of the type unchanged

	Tdewolff Settings
}

// Settings are the options of the library, https://github.com/tdewolff/minify, for each type.
type Settings struct {
	HTML HTML
	CSS  CSS
	JS   JS
	JSON JSON
	SVG  SVG
	XML  XML
}

// HTML says what stays in HTML.
type HTML struct {
	KeepComments, KeepConditionalComments, KeepSpecialComments bool
	KeepDefaultAttrVals, KeepDocumentTags, KeepEndTags         bool
	KeepQuotes, KeepWhitespace                                 bool

	TemplateDelims []string // two delimiters, between which the text stays; empty for none
}

// CSS has the number of significant digits, 0 for all, and the version of CSS, 0 for the newest.
type CSS struct {
	Precision, Version int
	Inline             bool
}

// JS has the number of significant digits, 0 for all, and the year of the ECMAScript version, 0 for the newest.
type JS struct {
	Precision, Version int
	KeepVarNames       bool
}

// JSON has the number of significant digits, 0 for all.
type JSON struct {
	Precision   int
	KeepNumbers bool
}

// SVG has the number of significant digits, 0 for all, and the namespaces whose attributes stay.
type SVG struct {
	Precision      int
	KeepComments   bool
	KeepNamespaces []string
}

// XML says what stays in XML.
type XML struct{ KeepWhitespace bool }

// Hugo returns the defaults of Hugo.
func Hugo() Options {
	return Options{Tdewolff: Settings{
		HTML: HTML{KeepSpecialComments: true, KeepDefaultAttrVals: true, KeepDocumentTags: true, KeepEndTags: true},
		JS:   JS{Version: 2022}, SVG: SVG{KeepNamespaces: []string{"", "x-bind"}},
	}}
}

// Valid returns Hugo's defaults with the quotation marks of attributes: leaving these out saves 3 % but causes warnings
// in validators.
func Valid() Options {
	o := Hugo()
	o.Tdewolff.HTML.KeepQuotes = true
	return o
}
