package serve

// Badge says on a page of the preview why production has no such page.
type Badge struct {
	Label  string // "Draft"
	Reason string // a sentence
}
