package feeds

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// mediaChecker checks elements of Media RSS.
type mediaChecker struct{ *checker }

// media checks an element of Media RSS (rule M1; https://www.rssboard.org/media-rss).
func (c mediaChecker) media(n *node) {
	switch n.name {
	case "content":
		c.mediaContent(n)
	case "group":
		c.mediaGroup(n)
	case "player":
		c.mediaAddress(n, true)
		c.mediaSize(n)
	case "thumbnail":
		c.mediaAddress(n, true)
		c.mediaSize(n)
		c.mediaTime(n, "time")
	case "title", "description":
		c.mediaText(n)
	case "text":
		c.mediaText(n)
		c.mediaTime(n, "start")
		c.mediaTime(n, "end")
		c.mediaLanguage(n)
	case "category":
		c.mediaScheme(n)
		c.plainText(n.name, n.value(), n.line)
		c.plainText("label", n.attr("label"), n.line)
	case "copyright":
		c.mediaAddress(n, false)
		c.plainText(n.name, n.value(), n.line)
	case "credit":
		c.mediaCredit(n)
	case "hash":
		c.mediaHash(n)
	case "rating":
		c.mediaRating(n)
	case "restriction":
		c.mediaRestriction(n)
	case "adult":
		c.unwise("M1", "media:adult", "", "media:rating has replaced it", n.line)
		c.oneOf(n, "media:adult", n.trimmed(), "true", "false")
	}
}

// mediaKids checks the elements of Media RSS in n.
func (c mediaChecker) mediaKids(n *node) (contents int) {
	c.once(n)
	for _, k := range n.kids {
		if k.space != nsMedia {
			continue
		}
		c.media(k)
		if k.name == "content" {
			contents++
		}
	}
	return contents
}

func (c mediaChecker) mediaGroup(n *node) {
	if c.mediaKids(n) < 2 {
		c.wrong("M1", "media:group", "", "it offers several contents", n.line)
	}
}

func (c mediaChecker) mediaContent(n *node) {
	if url := n.attr("url"); url != "" {
		c.address("media:content", url, n.line)
	} else if n.find(nsMedia, "player") == nil {
		c.wrong("M1", "media:content", "", "it has a URL or a player", n.line)
	}
	if t := n.attr("type"); t != "" && !isMediaType(t) {
		c.wrong("M1", "type", t, "a media type", n.line)
	}
	c.oneOf(n, "medium", n.attr("medium"), "image", "audio", "video", "document", "executable")
	c.oneOf(n, "expression", n.attr("expression"), "sample", "full", "nonstop")
	c.oneOf(n, "isDefault", n.attr("isDefault"), "true", "false")
	c.positive(n, "fileSize")
	c.mediaSize(n)
	for _, name := range []string{"bitrate", "duration", "framerate", "samplingrate"} {
		if s := n.attr(name); s != "" && !isDecimal(s) {
			c.wrong("M1", name, s, "a number", n.line)
		}
	}
	if s := n.attr("channels"); s != "" && !isNumber(s) {
		c.wrong("M1", "channels", s, "a whole number", n.line)
	}
	c.mediaLanguage(n)
	c.mediaKids(n)
}

// mediaAddress checks the attribute url.
func (c mediaChecker) mediaAddress(n *node, required bool) {
	if required || n.attr("url") != "" {
		c.address("media:"+n.name, n.attr("url"), n.line)
	}
}

func (c mediaChecker) mediaSize(n *node) {
	c.positive(n, "width")
	c.positive(n, "height")
}

func (c mediaChecker) mediaLanguage(n *node) {
	if s := n.attr("lang"); s != "" {
		c.language("lang", s, n.line)
	}
}

// mediaText checks a title, a description, or a text, which declare whether they are HTML.
func (c mediaChecker) mediaText(n *node) {
	switch kind := n.attr("type"); kind {
	case "html":
		c.html("media:"+n.name, n.value(), n.line)
	case "", "plain":
		c.plainText("media:"+n.name, n.value(), n.line)
	default:
		c.wrong("M1", "type", kind, "plain or html", n.line)
	}
}

// mediaTime checks a normal play time (RFC 2326 §3.6): now, seconds, or hours:minutes:seconds.
func (c mediaChecker) mediaTime(n *node, name string) {
	s := n.attr(name)
	parts := strings.Split(s, ":")
	last := parts[len(parts)-1]
	ok := s == "" || s == "now" || len(parts) == 1 && isDecimal(s)
	if len(parts) == 3 {
		seconds, _, _ := strings.Cut(last, ".")
		ok = isNumber(parts[0]) && isSixty(parts[1]) && isSixty(seconds) && isDecimal(last)
	}
	if !ok {
		c.wrong("M1", name, s, "seconds, h:mm:ss, or now", n.line)
	}
}

// mediaScheme checks the attribute scheme, which must be an absolute URI.
func (c mediaChecker) mediaScheme(n *node) {
	if s := n.attr("scheme"); s != "" && !isIRI(s) {
		c.wrong("M1", "scheme", s, "a URI", n.line)
	}
}

func (c mediaChecker) mediaCredit(n *node) {
	c.mediaScheme(n)
	role, scheme := n.attr("role"), n.attr("scheme")
	switch {
	case role == "":
	case role != strings.ToLower(role):
		c.wrong("M1", "role", role, "roles are written in lower case", n.line)
	case (scheme == "" || scheme == "urn:ebu") && !slices.Contains(strings.Split(ebuRoles, "; "), role):
		c.wrong("M1", "role", role, "not a role of the European Broadcasting Union; another list needs a scheme", n.line)
	}
}

func (c mediaChecker) mediaHash(n *node) {
	size := 32
	switch algo := n.attr("algo"); algo {
	case "", "md5":
	case "sha-1":
		size = 40
	default:
		c.wrong("M1", "algo", algo, "md5 or sha-1", n.line)
		return
	}
	if s := n.trimmed(); len(s) != size || strings.Trim(s, "0123456789abcdefABCDEF") != "" {
		c.wrong("M1", "media:hash", s, strconv.Itoa(size)+" hexadecimal digits", n.line)
	}
}

// ratings are the allowed values for each scheme of media:rating.
var ratings = map[string]map[string]bool{
	"urn:simple": markup.Set("adult nonadult"),
	"urn:mpaa":   markup.Set("g m nc-17 pg pg-13 r x"),
	"urn:v-chip": markup.Set("14+ 18+ c c8 g pg tv-14 tv-g tv-ma tv-pg tv-y tv-y7 tv-y7-fv"),
}

func (c mediaChecker) mediaRating(n *node) {
	scheme, s := firstOf(n.attr("scheme"), "urn:simple"), n.trimmed()
	values, known := ratings[scheme]
	switch {
	case known && !values[s], scheme == "urn:icra" && !isICRA(s):
		c.wrong("M1", "media:rating", s, "not a rating of "+scheme, n.line)
	case !known:
		c.mediaScheme(n)
	}
}

// isICRA reports whether s is a label of the Internet Content Rating Association: "r (cz 1 lz 1 nz 0)".
func isICRA(s string) bool {
	inside, ok := strings.CutPrefix(s, "r (")
	inside, ok2 := strings.CutSuffix(inside, ")")
	fields := strings.Fields(inside)
	if !ok || !ok2 || len(fields) == 0 || len(fields)%2 != 0 {
		return false
	}
	last := map[byte]byte{'n': 'c', 's': 'f', 'v': 'j', 'l': 'c', 'o': 'h', 'c': 'b', 'x': 'e'}
	for i := 0; i < len(fields); i += 2 {
		code, value := fields[i], fields[i+1]
		if len(code) != 2 || last[code[0]] == 0 || value != "0" && value != "1" {
			return false
		}
		if code[1] != 'z' && (code[1] < 'a' || code[1] > last[code[0]] || value == "0") {
			return false
		}
	}
	return true
}

func (c mediaChecker) mediaRestriction(n *node) {
	if n.attr("relationship") == "" {
		c.wrong("M1", "relationship", "", "a restriction says allow or deny", n.line)
	}
	c.oneOf(n, "relationship", n.attr("relationship"), "allow", "deny")
	switch s, kind := n.trimmed(), n.attr("type"); kind {
	case "":
		c.oneOf(n, "media:restriction", s, "all", "none")
	case "country":
		for _, code := range strings.Fields(s) {
			if !countries[strings.ToUpper(code)] {
				c.wrong("M1", "media:restriction", code, "not a country of ISO 3166", n.line)
			}
		}
	case "uri":
		if !isIRI(s) {
			c.wrong("M1", "media:restriction", s, "a URI", n.line)
		}
	case "sharing":
	default:
		c.wrong("M1", "type", kind, "country, uri or sharing", n.line)
	}
}

// oneOf reports a value that is not allowed. An empty one is allowed.
func (c mediaChecker) oneOf(n *node, field, s string, allowed ...string) {
	if s != "" && !slices.Contains(allowed, s) {
		c.wrong("M1", field, s, "one of "+strings.Join(allowed, ", "), n.line)
	}
}

func (c mediaChecker) positive(n *node, name string) {
	if s := n.attr(name); s != "" {
		if v, err := strconv.ParseInt(s, 10, 64); err != nil || v <= 0 {
			c.wrong("M1", name, s, "a positive number", n.line)
		}
	}
}

// isNumber reports whether s consists of digits.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// isDecimal reports whether s is a number, optionally with a fraction.
func isDecimal(s string) bool {
	whole, fraction, cut := strings.Cut(s, ".")
	return isNumber(whole) && (!cut || fraction == "" || isNumber(fraction))
}

// isSixty reports whether s is a minute or second in two digits.
func isSixty(s string) bool { return len(s) == 2 && isNumber(s) && s < "60" }

// countries are the two-letter codes of ISO 3166-1.
var countries = markup.Set(`AD AE AF AG AI AL AM AN AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW
	BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CS CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
	GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG
	KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX
	MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG
	SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG
	VI VN VU WF WS YE YT ZA ZM ZW`)

// ebuRoles are the role codes of the European Broadcasting Union, which media:credit uses.
const ebuRoles = "actor; adaptor; anchor person; animal trainer; animator; announcer; armourer; art director; artist; " +
	"artist/performer; assistant camera; assistant chief lighting technician; assistant director; assistant producer; " +
	"assistant visual editor; author; broadcast assistant; broadcast journalist; camera operator; carpenter; casting; causeur; " +
	"chief lighting technician; choir; choreographer; clapper loader; commentary or commentator; commissioning broadcaster; " +
	"composer; computer programmer; conductor; consultant; continuity checker; correspondent; costume designer; dancer; " +
	"dialogue coach; director; director of photography; distribution company; draughtsman; dresser; dubber; editor; " +
	"editor/producer; ensemble; executive producer; expert; fight director; floor manager; focus puller; foley artist; " +
	"foley editor; foley mixer; graphic assistant; graphic designer; greensman; grip; hairdresser; illustrator; " +
	"interviewed guest; interviewer; key character; key grip; key talents; leadman; librettist; lighting director; " +
	"lighting technician; location manager; lyricist; make up artist; manufacturer; matte artist; music arranger; music group; " +
	"musician; news reader; orchestra; participant; performer; photographer; post; producer; production assistant; " +
	"production company; production department; production manager; production secretary; programme production researcher; " +
	"programme proposal; property manager; publishing company; puppeteer; pyrotechnician; reporter; rigger; runner; scenario; " +
	"scenic operative; script supervisor; second assistant camera; second assistant director; second unit director; " +
	"set designer; set dresser; sign language; singer; sound designer; sound mixer; sound recordist; special effects; stunts; " +
	"subtitles; technical director; term; translation; transportation manager; treatment; treatment proposal; " +
	"treatment/programme proposal; vision mixer; visual editor; visual effects; wardrobe; witness"
