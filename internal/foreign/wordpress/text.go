package wordpress

import (
	"cmp"
	"fmt"
	"html"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/htmldoc/asmarkdown"
)

// text is a text that is converted to Markdown.
type text struct {
	*site
	item   *item           // nil: that of a term
	inside map[string]bool // the shared blocks around the place
	spent  int             // bytes of shared blocks

	held []string // parts of the text that are not converted
}

// leave counts a construct of the text. at is its source, which tells the line of the first one.
func (t *text) leave(fate conversion.Fate, what, why string, at ...string) {
	if t.item == nil {
		t.Leave(fate, "", 0, what, why)
		return
	}
	t.Leave(fate, t.item.File, t.item.lineOf(append(at, what)...), what, why)
}

// link returns the URL of an uploaded file in the new site.
func (t *text) link(address string) string {
	return t.media.link(t.site, address, t.item != nil && !t.item.public())
}

var (
	more    = pattern.New(`<!--more.*?-->`)
	private = pattern.New("[\uE000-\uE00F]") // characters that mark places during the conversion
)

// convert returns a text as Markdown.
func (t *text) convert(content string) string {
	content = private.ReplaceAllString(strings.ReplaceAll(content, "\r\n", "\n"), "")
	notes := t.notes()
	content = t.references(content, notes)
	parts := more.Split(t.forAll(t.blocks(code(content))), 2)
	for n, part := range parts {
		parts[n] = t.markdown(t.addresses(t.shortcodes(part)))
	}
	return strings.Join(parts, "\n<!--more-->\n\n") + t.footnotes(strings.Join(parts, ""), notes)
}

// backgrounds matches elements with a picture behind their text.
var backgrounds = pattern.New(
	`(?i)(<(?:div|section)\b[^>]*\sstyle="[^"]*background-image:\s*url\(\s*(?:&quot;|&#0?39;|')?)([^)"'&]+)([^>]*>)`)

const asTyped = `(?:pre|script|style|textarea|video|audio|object|svg)`

const blockTags = `(?:address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|` +
	`h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)`

var (
	preformatted = pattern.New(`(?is)<` + asTyped + `\b.*?</` + asTyped + `>`)
	opening      = pattern.New(`(?i)<` + blockTags + `\b[^>]*>`)
	container    = pattern.New(`(?i)<(?:blockquote|div|section|article|aside)\b[^>]*>`)
	containerEnd = pattern.New(`(?i)</(?:blockquote|div|section|article|aside)>`)
	closing      = pattern.New(`(?i)</` + blockTags + `>|<hr[^>]*>`)
	startsBlock  = pattern.New(`(?i)^(?:</?` + blockTags + `\b|<!--more)`)
	blank        = pattern.New(`\n[ \t]*\n\s*`)
	mark         = pattern.New("\uE002(\\d+)\uE002")
)

// paragraphs does what WordPress does with texts of the classic editor: blank lines separate paragraphs, and line
// breaks are kept. https://developer.wordpress.org/reference/functions/wpautop/
func paragraphs(s string) string {
	if strings.TrimSpace(s) == "" {
		return ""
	}
	var kept []string
	s = preformatted.ReplaceAllStringFunc(s, func(pre string) string {
		kept = append(kept, pre)
		return fmt.Sprintf("\n\n<pre>\uE002%d\uE002\n\n", len(kept)-1)
	})
	s = opening.ReplaceAllString(s, "\n\n$0")
	s = container.ReplaceAllString(s, "$0\n\n")
	s = containerEnd.ReplaceAllString(s, "\n\n$0")
	s = closing.ReplaceAllString(s, "$0\n\n")
	s = more.ReplaceAllString(s, "\n\n$0\n\n")
	var b strings.Builder
	for _, part := range blank.Split(s, -1) {
		switch part = strings.TrimSpace(part); {
		case part == "":
		case startsBlock.MatchString(part):
			b.WriteString(part + "\n")
		default:
			b.WriteString("<p>" + strings.ReplaceAll(part, "\n", "<br>\n") + "</p>\n")
		}
	}
	return fill(mark, strings.ReplaceAll(b.String(), "<pre>\uE002", "\uE002"), kept)
}

var (
	codeShortcode = pattern.New(`(?is)\[(code|sourcecode)(\s[^\]]*)?\](.*?)\[/(?:code|sourcecode)\]`)
	language      = pattern.New(`(?i)lang(?:uage)?=["']?([\w+#-]+)`)
)

// code converts shortcodes around code, before their text can be taken for HTML.
func code(s string) string {
	return codeShortcode.ReplaceAllStringFunc(s, func(s string) string {
		m := codeShortcode.FindStringSubmatch(s)
		class := ""
		if l := language.FindStringSubmatch(m[2]); l != nil {
			class = ` class="language-` + strings.ToLower(l[1]) + `"`
		}
		return "<pre><code" + class + ">" + html.EscapeString(html.UnescapeString(strings.Trim(m[3], "\n"))) + "</code></pre>"
	})
}

var (
	verbatim  = pattern.New(`(?is)<(?:pre|code)\b.*?</(?:pre|code)>`)
	caption   = pattern.New(`(?is)\[(?:wp_)?caption\b([^\]]*)\](.*?)\[/(?:wp_)?caption\]`)
	picture   = pattern.New(`(?is)^\s*((?:<p>)?\s*(?:<a\b[^>]*>)?\s*<img\b[^>]*>\s*(?:</a>)?)(.*)$`)
	alignIn   = pattern.New(`(?i)\balign=["']?(align(?:left|right|center))\b`)
	captionIn = pattern.New(`(?i)\bcaption="([^"]*)"`)
	embed     = pattern.New(`(?is)\[embed\b[^\]]*\]\s*(https?://[^\s\[<]+)\s*\[/embed\]`)
	service   = pattern.New(`(?i)\[(?:youtube|vimeo)[= ]+"?([^\]\s"]+)"?[^\]]*\]`)
	// embedded matches the URL of a block or shortcode that shows another page in place.
	embedded  = pattern.New(`<figure[^>]*>\s*(?:<div[^>]*>)?\s*(https?://[^\s<]+)\s*<`)
	alone     = pattern.New(`(?i)<p>\s*(https?://[^\s<]+)\s*</p>`)
	player    = pattern.New(`(?is)\[(audio|video)\b([^\]]*)\](?:\s*\[/(?:audio|video)\])?`)
	playerSrc = pattern.New(
		`(?i)\b(?:src|mp3|ogg|wav|m4a|flac|mp4|m4v|webm|ogv)=["']?([^"'\s\]]+)|\s(https?://[^\s\]|]+)`)
	gallery  = pattern.New(`(?i)\[gallery\b([^\]]*)\]`)
	idList   = pattern.New(`(?i)\b(?:ids|include)=["']?([\d,\s]+)`)
	playlist = pattern.New(`(?i)\[playlist\b([^\]]*)\]`)
	exclude  = pattern.New(`(?i)\bexclude=["']?([\d,\s]+)`)
	lone     = pattern.New(`<p>\s*\[([a-z][a-z0-9_-]*)(?:\s[^\[\]<]*)?\](?:\s|<br>)*</p>`)
	// shortcode matches words in brackets: the third part are attributes, the fourth may be a text.
	shortcode = pattern.New(`(?i)\[(/?)([a-z][a-z0-9_-]*)(?:((?:(?:\s|<br>)+(?:[\w-]+=(?:"[^"]*"|'[^']*'|[^\s\]"'<]+)|` +
		`"[^"]*"|'[^']*'|https?://[^\s\]<]+))+)|(\s+[^\s\[\]<][^\[\]<]*))?\s*/?\]`)
	escaped = pattern.New(`\[(\[[a-z][^\[\]]*\])\]`)
	// formula matches a formula, without its colors and size: https://jetpack.com/support/beautiful-math-with-latex/
	formula = pattern.New(`\$latex\s+([^$<]+?)(?:&(?:amp;|#0?38;)?(?:fg|bg|s)=[^$<]*)?\$|\[latex[^\]]*\]([^<]*?)\[/latex\]`)
	// mathML matches a formula of the block math, whose source is its annotation.
	mathML     = pattern.New(`(?s)<math\b.*?</math>`)
	annotation = pattern.New(`<annotation encoding="application/x-tex">([^<]*)</annotation>`)
	// heldMark marks the place of a text that is not converted.
	heldMark = pattern.New("\uE003(\\d+)\uE003")
)

const forMembersOnly = "text for members is left out: decide whether all readers may see it"

var (
	enclosing  = pattern.New(`(?i)\[?\[(/?)([a-z][a-z0-9_-]*)(?:[\s/](?:"[^"]*"|'[^']*'|[^\[\]"'])*)?\]`)
	forMembers = pattern.New(`(?i)(?:^|[/_-])(?:(?:is|e)?members?(?:hip|only)?|mepr|wpmem|memb|s2if|armif|vip|access(?:ally)?|` +
		`level|content[_-]control|paid|gated|restrict(?:ed|ion)?|private|` +
		`protect(?:ed|or)|hide-content|logged[_-]?in|paywall|passster|subscribers?|premium[_-]content|is_paid|hidepost)` +
		`(?:$|[/_-])`)
	// someRoles matches the attributes of shortcodes that name the readers for whom the text is.
	someRoles = pattern.New(`(?i)\s(?:roles?|levels|plans?|memberships?|capabilit(?:y|ies)|(?:is_)?(?:user_)?logged[_-]?in)\b|` +
		`\b(?:current_)?user_(?:can|is)\b|=["']?logged[_-]?in\b`)
	forOthers = pattern.New(`(?i)team|\bnon?t?[_-]|logged[_-]?out`)
)

// isForMembers reports whether a block or shortcode with this name shows its text only to some readers.
func isForMembers(name string) bool {
	return forMembers.MatchString(name) && !forOthers.MatchString(name)
}

// forAll returns a text without what shortcodes show only to some readers.
func (t *text) forAll(s string) string {
	ends := map[string][]int{} // bytes from each end of a shortcode to that of the text
	code := verbatim.FindAllStringIndex(s, -1)
	for _, m := range slices.Backward(enclosing.FindAllStringSubmatchIndex(s, -1)) {
		name := strings.ToLower(s[m[4]:m[5]])
		switch last := len(ends[name]) - 1; {
		case s[m[0]+1] == '[' ||
			slices.ContainsFunc(code, func(c []int) bool { return c[0] <= m[0] && m[0] < c[1] }):
		case m[2] < m[3]:
			ends[name] = append(ends[name], len(s)-m[1])
		case last >= 0:
			if isForMembers(name) || someRoles.MatchString(s[m[0]:m[1]]) {
				t.leave(conversion.NeedsYou, "["+name+"]", forMembersOnly, s[m[0]:m[1]])
				s = s[:m[0]] + s[len(s)-ends[name][last]:]
			}
			ends[name] = ends[name][:last]
		}
	}
	return s
}

const unread = "a shortcode of a plugin or theme is left out"

// shortcodes converts the shortcodes of WordPress to HTML. Of those of plugins, only the text between them stays.
// https://wordpress.org/documentation/article/shortcode-blocks/
func (t *text) shortcodes(s string) string {
	return block.Around(verbatim, s, func(s string) string {
		s = formula.ReplaceAllStringFunc(s, func(s string) string {
			m := formula.FindStringSubmatch(s)
			return t.hold(`\(` + literal(html.UnescapeString(m[1]+m[2])) + `\)`)
		})
		s = mathML.ReplaceAllStringFunc(s, func(s string) string {
			m := annotation.FindStringSubmatch(s)
			if m == nil {
				return s
			}
			source := literal(html.UnescapeString(m[1]))
			if attributes, _, _ := strings.Cut(s, ">"); strings.Contains(attributes, `display="block"`) {
				return t.marked("$$" + source + "$$")
			}
			return t.hold(`\(` + source + `\)`)
		})
		s = strings.ReplaceAll(s, " -- ", " — ") // as wptexturize does
		var words []string
		s = escaped.ReplaceAllStringFunc(s, func(s string) string {
			words = append(words, s[1:len(s)-1])
			return fmt.Sprintf("\uE002%d\uE002", len(words)-1)
		})
		s = caption.ReplaceAllStringFunc(s, func(s string) string {
			m := caption.FindStringSubmatch(s)
			image, words := m[2], ""
			if p := picture.FindStringSubmatch(m[2]); p != nil {
				image, words = strings.TrimPrefix(p[1], "<p>"), strings.NewReplacer("<p>", "", "</p>", "").Replace(p[2])
			}
			if a := captionIn.FindStringSubmatch(m[1]); a != nil {
				words = a[1]
			}
			class := ""
			if a := alignIn.FindStringSubmatch(m[1]); a != nil {
				class = a[1]
			}
			return figure(class, image, words)
		})
		s = embed.ReplaceAllString(s, "<figure>$1</figure>")
		s = service.ReplaceAllStringFunc(s, func(s string) string {
			id := service.FindStringSubmatch(s)[1]
			switch {
			case strings.Contains(id, "://"):
			case strings.HasPrefix(strings.ToLower(s), "[vimeo"):
				id = "https://vimeo.com/" + id
			default:
				id = "https://www.youtube.com/watch?v=" + id
			}
			return "<figure>" + id + "</figure>"
		})
		for _, m := range embedded.FindAllStringSubmatch(s, -1) {
			if u, err := url.Parse(m[1]); err == nil && !strings.HasPrefix(asmarkdown.Embed(m[1]), asmarkdown.Begin) {
				t.leave(conversion.NeedsYou, "embed of "+u.Host, "the page has a link instead", m[1])
			}
		}
		s = alone.ReplaceAllString(s, "<figure>$1</figure>")
		s = player.ReplaceAllStringFunc(s, func(s string) string {
			m := player.FindStringSubmatch(s)
			src := playerSrc.FindStringSubmatch(m[2])
			if src == nil {
				t.leave(conversion.NeedsYou, "["+m[1]+"]", "it names no file: it is left out", s)
				return ""
			}
			return fmt.Sprintf(`<figure><%s controls src="%s"></%[1]s></figure>`, strings.ToLower(m[1]), src[1]+src[2])
		})
		s = gallery.ReplaceAllStringFunc(s, t.gallery)
		s = playlist.ReplaceAllStringFunc(s, t.playlist)
		s = lone.ReplaceAllStringFunc(s, func(s string) string {
			t.leave(conversion.NeedsYou, "["+lone.FindStringSubmatch(s)[1]+"]", unread, s)
			return ""
		})
		ends := map[string]bool{}
		for _, m := range shortcode.FindAllStringSubmatch(s, -1) {
			ends[m[2]] = ends[m[2]] || m[1] != ""
		}
		s = shortcode.ReplaceAllStringFunc(s, func(s string) string {
			m := shortcode.FindStringSubmatch(s)
			switch named := strings.Contains(m[2], "_"); {
			case m[3] != "" || ends[m[2]] || named:
			case m[4] != "":
				return s
			case m[2] == "sic":
				return s
			case !t.codes[m[2]] && !strings.Contains(m[2], "-"):
				t.words[s] = true
				return s
			}
			switch {
			case m[1] != "":
			case ends[m[2]]:
				t.leave(conversion.NeedsYou, "["+m[2]+"]", unread+", its text stays", s)
			default:
				t.leave(conversion.NeedsYou, "["+m[2]+"]", unread, s)
			}
			return ""
		})
		return fill(mark, s, words)
	})
}

// hold keeps a text out of the conversion, and returns what marks its place.
func (t *text) hold(s string) string {
	t.held = append(t.held, s)
	return fmt.Sprintf("\uE003%d\uE003", len(t.held)-1)
}

// fill puts the texts that were kept in their places, each of which has a mark.
func fill(mark *pattern.Pattern, s string, kept []string) string {
	return mark.ReplaceAllStringFunc(s, func(s string) string {
		n, err := strconv.Atoi(mark.FindStringSubmatch(s)[1])
		if err != nil || n >= len(kept) {
			return ""
		}
		return kept[n]
	})
}

func figure(class, image, words string) string {
	if words = strings.TrimSpace(words); words != "" {
		words = "<figcaption>" + words + "</figcaption>"
	}
	if class != "" {
		class = ` class="` + class + `"`
	}
	return "<figure" + class + ">" + strings.TrimSpace(image) + words + "</figure>"
}

// attached returns the files that a shortcode names or, if it names none, those of the page with one of these
// extensions.
func (t *text) attached(s string, extensions []string) (out []*item) {
	list := func(e *pattern.Pattern) []string {
		m := e.FindStringSubmatch(s)
		if m == nil {
			return nil
		}
		return strings.FieldsFunc(m[1], func(r rune) bool { return r < '0' || r > '9' })
	}
	if ids := list(idList); ids != nil {
		for _, id := range ids {
			if i := t.byID[id]; i != nil && i.Address != "" && i.Status != "private" {
				out = append(out, i)
			}
		}
		return out
	}
	if t.item == nil || t.item.ID == "" || t.item.ID == "0" {
		return nil
	}
	but := list(exclude)
	for _, i := range t.children[t.item.ID] {
		shown := i.Status != "private" && !slices.Contains(but, i.ID)
		if shown && slices.Contains(extensions, strings.ToLower(path.Ext(i.Address))) {
			out = append(out, i)
		}
	}
	return out
}

// fileName matches titles that WordPress made of the name of a file.
var fileName = pattern.New(`^\S*[\d_.]\S*$`)

var (
	pictures = []string{".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg", ".bmp"}
	sounds   = []string{".mp3", ".m4a", ".ogg", ".oga", ".wav", ".flac"}
	films    = []string{".mp4", ".m4v", ".webm", ".ogv", ".mov"}
)

// gallery writes the pictures of a gallery: those that it names, or those of the page.
func (t *text) gallery(s string) string {
	var b strings.Builder
	for _, i := range t.attached(s, pictures) {
		alt := i.meta("_wp_attachment_image_alt")
		if title := plain(i.Title); alt == "" && !fileName.MatchString(title) {
			alt = title
		}
		b.WriteString(figure("", fmt.Sprintf(`<img src="%s" alt="%s">`, html.EscapeString(i.Address), html.EscapeString(alt)),
			html.EscapeString(plain(i.excerpt()))))
	}
	if b.Len() == 0 {
		t.leave(conversion.NeedsYou, "[gallery]", "the export has none of its pictures: it is left out", s)
		return ""
	}
	return "<figure>" + b.String() + "</figure>"
}

// playlist writes the audio or video files of a playlist, each in a player.
func (t *text) playlist(s string) string {
	element, kinds := "audio", sounds
	if strings.Contains(s, "video") {
		element, kinds = "video", films
	}
	var b strings.Builder
	for _, i := range t.attached(s, kinds) {
		b.WriteString(figure("", fmt.Sprintf(`<%s controls src="%s"></%[1]s>`, element, html.EscapeString(i.Address)),
			html.EscapeString(plain(i.Title))))
	}
	if b.Len() == 0 {
		t.leave(conversion.NeedsYou, "[playlist]", "the export has none of its files: it is left out", s)
	}
	return b.String()
}

var (
	address = pattern.New(`(\s(?:href|src|poster|data)\s*=\s*)("[^"]*"|'[^']*')`)
	sources = pattern.New(`\s(?:srcset|sizes)\s*=\s*(?:"[^"]*"|'[^']*')`)
)

// addresses makes URLs of the site relative to its root, and leads them to the files that are copied.
func (t *text) addresses(s string) string {
	s = strings.ReplaceAll(s, "</a><a ", "</a> <a ") // buttons
	s = backgrounds.ReplaceAllString(sources.ReplaceAllString(s, ""), `$1$2$3<img src="$2" alt="">`)
	return address.ReplaceAllStringFunc(s, func(s string) string {
		m := address.FindStringSubmatch(s)
		return m[1] + `"` + html.EscapeString(t.own(html.UnescapeString(m[2][1:len(m[2])-1]), t.link)) + `"`
	})
}

// own returns the URL of a page or file of the site as a path, any other URL unchanged. file leads to files.
func (s *site) own(address string, file func(string) string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" || u.Host == "" &&
		!strings.HasPrefix(u.Path, "/") && !strings.HasPrefix(address, "?") {
		return address
	}
	if strings.Contains(u.Path, uploads) || strings.HasSuffix(u.Host, ".files.wordpress.com") {
		return file(address)
	}
	if u.Host != "" && !sameHost(u.Host, s.base.Host) {
		return address
	}
	for _, key := range []string{"p", "page_id", "attachment_id"} {
		if to := s.byID[u.Query().Get(key)]; to != nil {
			if to.Address != "" {
				return file(to.Address)
			}
			if to.at() != "" {
				return (&url.URL{Path: s.base.Path + to.at(), Fragment: u.Fragment}).String()
			}
		}
	}
	switch at := s.pathOf((&url.URL{Path: u.Path}).String()); {
	case at == "/feed/" || at == "/feed" || at == "/feed/rss2/":
		return s.base.Path + "/index.xml"
	case at != "":
		if to := s.files[strings.TrimSuffix(at, "/")]; to != nil {
			return file(to.Address)
		}
	}
	if otherFile.MatchString(u.Path) {
		s.media.other = append(s.media.other, address)
	}
	u.Scheme, u.Host = "", ""
	return cmp.Or(u.String(), "/")
}

// otherFile matches the path of an image, a document, or another file that is not a page.
var otherFile = pattern.New(`(?i)\.(?:jpe?g|png|gif|webp|avif|svg|bmp|mp[34]|m4[av]|og[gav]|wav|flac|webm|mov|pdf|zip|` +
	`docx?|xlsx?|pptx?|epub|txt|csv|js|css)$`)

// maxBrackets bounds the time of the library for Markdown, which looks for the end of each bracket.
const maxBrackets = 2_000_000_000

// shortcodeLike matches a shortcode, its beginning, and what asmarkdown wrote as one.
var shortcodeLike = pattern.New(`\x{E000}[^\x{E001}]*|` +
	`\{\{(?:<(?:\{?[^{\x{E000}-\x{E003}])*?>|%(?:\{?[^{\x{E000}-\x{E003}])*?%)\}\}|\{\{[<%]`)

// literal returns a text in which nothing is a shortcode of sitegen.
func literal(s string) string {
	return shortcodeLike.ReplaceAllStringFunc(s, func(s string) string {
		if strings.HasPrefix(s, asmarkdown.Begin) || len(s) == len("{{<") {
			return strings.NewReplacer("{{<", "{&#123;<", "{{%", "{&#123;%").Replace(s)
		}
		return s[:3] + "/*" + s[3:len(s)-3] + "*/" + s[len(s)-3:]
	})
}

// markdown converts HTML to Markdown.
func (t *text) markdown(s string) string {
	if strings.Count(s, "[")*len(s) > maxBrackets {
		t.leave(conversion.NeedsYou, "text", "it has too many brackets, and stays HTML")
		return s
	}
	out, lost, err := asmarkdown.Article(s, layout)
	if err != nil {
		t.leave(conversion.NeedsYou, "text", "it can't be converted to Markdown, and stays HTML: "+err.Error())
		return s
	}
	for _, name := range lost {
		t.leave(conversion.NeedsYou, "<"+name+">", "it is left out")
	}
	out = fill(heldMark, literal(out), t.held)
	out = strings.NewReplacer(asmarkdown.Begin, "{{< ", asmarkdown.End, " >}}").Replace(out)
	if out = strings.TrimSpace(out); out == "" {
		return ""
	}
	t.arranged = t.arranged || arranged.MatchString(out)
	return out + "\n"
}

// notForReaders are the names of taxonomies that are not for readers.
var notForReaders = []string{
	"", "nav_menu", "post_format", "link_category", "wp_theme", "wp_template_part_area", "wp_pattern_category",
}

// names returns the taxonomies of the site, and their keys in front matter.
func (s *site) names() map[string]string {
	out := map[string]string{"category": "categories", "post_tag": "tags"}
	for _, t := range s.terms {
		if !slices.Contains(notForReaders, t.Taxonomy) && out[t.Taxonomy] == "" {
			out[t.Taxonomy] = t.Taxonomy
		}
	}
	return out
}
