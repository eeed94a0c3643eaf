package serve

// Badge explains on a page of the preview why the page is missing from a production build.
type Badge struct {
	Label  string // "Draft"
	Reason string // a sentence
}
