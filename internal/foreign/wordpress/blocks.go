package wordpress

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// blockMark matches the comments around blocks.
// https://developer.wordpress.org/block-editor/getting-started/fundamentals/markup-representation-block/
var blockMark = pattern.New(`(?s)<!--\s+(/)?wp:([a-z][\w/-]*)\s+(\{.*?\}\s+)?(/)?-->`)

// written are the blocks whose text is in the export. If they have none, they are empty.
var written = []string{
	"audio", "button", "buttons", "code", "column", "columns", "cover", "details", "embed", "file", "footnotes",
	"freeform", "gallery", "group", "heading", "html", "image", "list", "list-item", "media-text", "missing", "more",
	"nextpage", "paragraph", "preformatted", "pullquote", "quote", "separator", "shortcode", "social-links", "spacer",
	"subhead", "table", "text-columns", "verse", "video",
}

// patterns are the blocks that WordPress repeats, or shows on a condition: their text is a pattern.
var patterns = []string{
	"comment-template", "comments", "comments-query-loop", "comments-pagination", "navigation", "post-template", "query",
	"query-no-results", "query-pagination", "term-template", "terms-query",
}

// hiddenFor matches the attributes of blocks that no reader sees, and membersIn those of blocks for some readers. They
// are of WordPress and of the plugins Block Visibility, Content Control, and Ultimate Member.
var (
	hiddenFor = pattern.New(`"blockVisibility"\s*:\s*false|"hideBlock"\s*:\s*true`)
	membersIn = pattern.New(`"visibilityByRole"\s*:\s*"(?:logged-in|user)|` +
		`"(?:contentControls"\s*:\s*\{\s*"enabled|um_is_restrict)"\s*:\s*true`)
)

// mostShared is the largest size of the shared blocks in a text, in bytes.
const mostShared = 1 << 20

// blocks removes the comments around blocks. Text outside of blocks, and texts of the classic editor, get paragraphs.
func (t *text) blocks(s string) string {
	var b strings.Builder
	var open []string
	at, hidden := 0, -1 // hidden is the level of the pattern around the place
	add := func(s string) {
		switch in := len(open); {
		case hidden >= 0 || in > 0 && slices.Contains(frames, open[in-1]):
			return
		case in > 0 && open[in-1] == "accordion-heading":
			if m := toggle.FindStringSubmatch(s); m != nil {
				b.WriteString("<summary>" + m[1] + "</summary>")
			}
			return
		case in == 0 || open[in-1] == "freeform":
			s = paragraphs(s)
		case open[in-1] == "shortcode":
			s = "<p>" + strings.TrimSpace(s) + "</p>"
		}
		b.WriteString(s)
	}
	for _, m := range blockMark.FindAllStringSubmatchIndex(s, -1) {
		add(s[at:m[0]])
		at = m[1]
		name, attributes := s[m[4]:m[5]], ""
		if m[6] >= 0 {
			attributes = s[m[6]:m[7]]
		}
		why := ""
		switch {
		case hidden >= 0 || m[2] >= 0:
		case hiddenFor.MatchString(attributes):
			why = "WordPress hides the block: it is left out"
		case membersIn.MatchString(attributes) || isForMembers(name):
			why = forMembersOnly
		}
		switch {
		case why != "":
			t.leave(conversion.NeedsYou, name, why, s[m[0]:m[1]])
			if name == "jetpack/paywall" { // all that follows is for members
				return b.String()
			} else if m[8] < 0 {
				hidden, open = len(open), append(open, name)
			}
		case m[2] >= 0:
			if open = open[:max(0, len(open)-1)]; len(open) <= hidden {
				hidden = -1
			} else if hidden < 0 {
				b.WriteString(t.frame(name, ""))
			}
		case m[8] < 0:
			if hidden < 0 && slices.Contains(patterns, name) {
				hidden = len(open)
				t.filled[name]++
			} else if hidden < 0 {
				b.WriteString(t.frame(name, cmp.Or(attributes, "{}")))
			}
			open = append(open, name)
		case hidden >= 0:
		case name == "block":
			b.WriteString(t.shared(attributes))
		case name == "social-link":
			b.WriteString(profile(attributes))
		case name == "playlist-track":
			b.WriteString(track(attributes))
		case !slices.Contains(written, name) && !strings.HasPrefix(name, "core-embed/"):
			t.filled[name]++
		}
	}
	add(s[at:])
	return b.String()
}

// frames are the blocks whose own HTML frame replaces.
var frames = []string{
	"accordion", "accordion-item", "accordion-panel", "playlist", "tab", "tab-list", "tab-panel", "tab-panels", "tabs",
}

// toggle matches the title of a part of an accordion.
var toggle = pattern.New(`(?s)<span\b[^>]*toggle-title[^>]*>(.*?)</span>`)

// frame returns what begins a block with its attributes, or ends it without them.
func (t *text) frame(name, attributes string) string {
	var of struct {
		Label, Caption string
		OpenByDefault  bool
	}
	_ = json.Unmarshal([]byte(attributes), &of)
	ends := attributes == ""
	switch name {
	case "accordion-item":
		if ends {
			return "</details>"
		} else if of.OpenByDefault {
			return "<details open>"
		}
		return "<details>"
	case "playlist":
		if of.Caption != "" {
			return "<p>" + of.Caption + "</p>"
		}
	case "tabs":
		if ends {
			return t.marked("{{< /tabs >}}")
		}
		return t.marked("{{< tabs >}}")
	case "tab", "tab-panel":
		if ends {
			return t.marked("{{< /tab >}}")
		}
		return t.marked(fmt.Sprintf("{{< tab %q >}}", literal(plain(of.Label))))
	}
	return ""
}

// marked returns a paragraph whose place a text takes after the conversion.
func (t *text) marked(s string) string { return "<p>" + t.hold(s) + "</p>" }

// track returns a player of a file of a playlist.
func track(attributes string) string {
	var of struct{ Src, Title, Artist string }
	if json.Unmarshal([]byte(attributes), &of) != nil || of.Src == "" {
		return ""
	}
	words := of.Title
	if of.Artist != "" && words != "" {
		words += " – " + of.Artist
	}
	return figure("", fmt.Sprintf(`<audio controls src="%s"></audio>`, html.EscapeString(of.Src)), html.EscapeString(words))
}

// shared returns the text of a block that several pages share. WordPress shows only public ones.
func (t *text) shared(attributes string) string {
	var of struct{ Ref json.Number }
	_ = json.Unmarshal([]byte(attributes), &of)
	id := of.Ref.String()
	other, source := t.byID[id], "<!-- wp:block "+strings.TrimSpace(attributes)
	if t.inside[id] || t.spent > mostShared {
		t.leave(conversion.NeedsYou, "block in itself",
			"a shared block that contains itself, or very many others, is left out", source)
		return ""
	}
	if other == nil || other.Type != "wp_block" || !other.public() {
		t.leave(conversion.NeedsYou, "block", "a shared block that is not public or not in the export is left out",
			source)
		return ""
	}
	if t.inside == nil {
		t.inside = map[string]bool{}
	}
	content := other.content()
	t.inside[id] = true
	t.spent += len(content)
	defer delete(t.inside, id)
	return t.blocks(code(content))
}

// profile returns an item of a list with a link to a profile.
func profile(attributes string) string {
	var link struct{ URL, Service, Label string }
	if json.Unmarshal([]byte(attributes), &link) != nil || link.URL == "" || link.URL == "#" {
		return ""
	}
	if link.Label == "" && link.Service != "" {
		link.Label = strings.ToUpper(link.Service[:1]) + link.Service[1:]
	}
	return fmt.Sprintf(`<li><a href="%s">%s</a></li>`, html.EscapeString(link.URL), html.EscapeString(link.Label))
}

// note is a footnote, in the field footnotes of a post.
type note struct{ ID, Content string }

// notes returns the footnotes of the page.
func (t *text) notes() (out []note) {
	if t.item != nil {
		_ = json.Unmarshal([]byte(t.item.meta("footnotes")), &out)
	}
	return out
}

var reference = pattern.New(`(?is)<sup\b[^>]*\bdata-fn="([^"]*)"[^>]*>.*?</sup>`)

// references gives each reference to a footnote the number of the note, for asmarkdown.
func (t *text) references(s string, notes []note) string {
	return reference.ReplaceAllStringFunc(s, func(s string) string {
		id := html.UnescapeString(reference.FindStringSubmatch(s)[1])
		n := 1 + slices.IndexFunc(notes, func(n note) bool { return n.ID == id })
		if n == 0 {
			return "" // its note was deleted
		}
		return fmt.Sprintf(`<sup data-note="%d">%[1]d</sup>`, n)
	})
}

// footnotes returns the footnotes below a text. Elements that stay HTML have only the number of a note.
func (t *text) footnotes(markdown string, notes []note) string {
	var b strings.Builder
	for i, n := range notes {
		words := strings.TrimSpace(t.markdown(t.addresses(t.shortcodes(n.Content))))
		mark := fmt.Sprintf("[^%d]", i+1)
		switch {
		case words == "":
		case strings.Contains(markdown, mark):
			b.WriteString("\n" + mark + ": " + strings.ReplaceAll(words, "\n", "\n    ") + "\n")
		case strings.Contains(markdown, fmt.Sprintf("<sup>%d</sup>", i+1)):
			fmt.Fprintf(&b, "\n<sup>%d</sup> %s\n", i+1, words)
		}
	}
	return b.String()
}

// layout are the classes of WordPress' blocks and pictures that pages keep, and arranged finds them. layout.css says
// how they look.
var (
	layout = []string{
		"alignleft", "alignright", "aligncenter", "wp-block-columns", "wp-block-column", "wp-block-buttons", "wp-block-cover",
		"wp-block-cover__inner-container", "wp-block-media-text", "wp-block-media-text__content", "has-media-on-the-right",
	}
	arranged = pattern.New(`<[a-z][^>]*\bclass="(?:[\w -]* )?(?:align(?:left|right|center)|wp-block-[\w-]+)[ "]`)

	//go:embed layout.css
	layoutCSS []byte
)
