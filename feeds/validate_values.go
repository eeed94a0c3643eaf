package feeds

import (
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds/internal/dates"
	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// plain checks plain text in RSS, which may declare by hexadecimal references that it contains no markup.
func (c *checker) plain(n *node) {
	if n.plain() {
		c.characters(n.name, n.value(), n.line)
	} else {
		c.plainText(n.name, n.value(), n.line)
	}
}

// plainText checks plain text: no markup, and no characters that indicate lost data.
func (c *checker) plainText(field, s string, line int) {
	c.characters(field, s, line)
	for i := 0; i+2 < len(s); i++ {
		if s[i] == '<' && s[i+1] == '/' && markup.Letter(s[i+2]) {
			end := strings.IndexByte(s[i:], '>')
			if end < 0 {
				return
			}
			if name := strings.ToLower(strings.TrimSpace(s[i+2 : i+end])); markup.Known(name) {
				c.unwise("S4", field, s, "", line)
				return
			}
		}
	}
}

// characters reports the C1 controls and U+FFFD (rule U4).
func (c *checker) characters(field, s string, line int) {
	for i := 0; i < len(s); i++ {
		if (s[i] == 0xC2 || s[i] == 0xEF) && markup.Illegal(s[i:]) > 0 {
			c.unwise("U4", field, firstWords(s[max(0, i-20):]), "a character that means nothing", line)
			return
		}
	}
}

// blank reports an element that requires contents but has none (rule E7).
func (c *checker) blank(n *node) bool {
	if n.deepText() == "" || strings.TrimSpace(n.deepText()) == "" {
		c.unwise("E7", n.name, "", "", n.line)
		return true
	}
	return false
}

// address checks an absolute ASCII URL (rule B7).
func (c *checker) address(field, s string, line int) {
	switch {
	case s == "":
		c.wrong("E7", field, "", "", line)
	case !isIRI(s):
		c.wrong("B7", field, s, "", line)
	case markup.RunsCode(s):
		c.wrong("S3", field, s, "", line)
	case strings.HasPrefix(s, "http") && !absolute(s):
		c.wrong("B7", field, s, "", line)
	case !isASCII([]byte(s)):
		c.wrong("B7", field, s, "RSS requires ASCII URLs: percent-encode the path and encode the host in Punycode", line)
	case plainURL(s) != s && !strings.ContainsAny(s, "[]"):
		c.unwise("B7", field, s, "what is not ASCII has to be percent-encoded", line)
	}
}

// rfc822Date checks an RSS date (rule B2). Forms that RFC 822 allows but readers misread are warnings:
// two-digit years, comments, unusual case in names of days and months, one-letter zones.
func (c *checker) rfc822Date(n *node) time.Time {
	s := n.trimmed()
	t, named, ok := dates.RFC822(s)
	if ok {
		if named >= 0 && named != t.Weekday() {
			c.wrong("B2", n.name, s, "the day is a "+t.Weekday().String(), n.line)
		} else {
			c.plausible(n.name, s, t, n.line)
		}
		return t
	}
	t = dates.Parse(s)
	switch {
	case t.IsZero():
		c.wrong("B2", n.name, s, "no date", n.line)
	case dates.OldRFC822(s):
		c.unwise("B2", n.name, s, "a form that readers misread; write a year of four digits and a zone like +0000", n.line)
	default:
		c.wrong("B2", n.name, s, "not the form of RFC 822", n.line)
	}
	return t
}

// rfc3339Date checks a date of Atom or JSON Feed.
func (c *checker) rfc3339Date(rule, field, s string, line int) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || len(s) < 20 || s[10] != 'T' || strings.HasSuffix(s, "z") {
		c.wrong(rule, field, s, "not a date of RFC 3339", line)
		return time.Time{}
	}
	c.plausible(field, s, t, line)
	return t
}

// plausible reports dates that cannot be intended (rule D1).
func (c *checker) plausible(field, s string, t time.Time, line int) {
	switch {
	case t.Year() < 1990:
		c.unwise("D1", field, s, "before there were feeds", line)
	case !c.o.Now.IsZero() && t.After(c.o.Now.Add(10*time.Minute)):
		c.unwise("D1", field, s, "in the future", line)
	}
}

// iso639 are the two-letter languages.
var iso639 = markup.Set(`aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz
	ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu
	iw ja ji jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na
	nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr
	ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu`)

// language checks a tag of BCP 47 (rule C1).
func (c *checker) language(field, s string, line int) {
	if !isLanguage(s) {
		c.wrong("C1", field, s, "", line)
	}
}
