package podcast

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// Person is a person of a show or an episode: podcast:person
// (https://podcasting2.org/docs/podcast-namespace/tags/person).
type Person struct {
	Name        string
	Role, Group string // of the Podcast Taxonomy; "": apps show a host
	Image       string // URL or file
	URL         string // URL of a page
}

// taxonomy has the roles of each group: https://github.com/Podcastindex-org/podcast-namespace, taxonomy.json. Upper and
// lower case are equal.
var taxonomy = []struct{ group, roles string }{
	{"cast", "host, co-host, guest host, guest, voice actor, narrator, announcer, reporter"},
	{"creative direction", "director, assistant director, executive producer, senior producer, producer, " +
		"associate producer, development producer, creative director"},
	{
		"writing",
		"author, editorial director, co-writer, writer, songwriter, guest writer, story editor, managing editor, " +
			"script editor, script coordinator, researcher, editor, fact checker, translator, transcriber, logger",
	},
	{"audio production", "studio coordinator, technical director, technical manager, audio engineer, " +
		"remote recording engineer, post production engineer"},
	{"audio post-production", "audio editor, sound designer, foley artist, composer, theme music, music production, " +
		"music contributor"},
	{"administration", "production coordinator, booking coordinator, production assistant, content manager, " +
		"marketing manager, sales representative, sales manager"},
	{"visuals", "graphic designer, cover art designer"},
	{"community", "social media manager"},
	{"misc.", "consultant, intern"},
	{"video production", "camera operator, lighting designer, camera grip, assistant camera"},
	{"video post-production", "editor, assistant editor"},
}

// persons reads names, or tables with name, role, group, img, and href.
func persons(v any, wrong func(message, hint string)) (out []Person) {
	for _, v := range several(v) {
		var p Person
		switch v := v.(type) {
		case string:
			p.Name = strings.TrimSpace(v)
		case map[string]any:
			texts := map[string]*string{
				"name": &p.Name, "role": &p.Role, "group": &p.Group, "img": &p.Image, "href": &p.URL,
			}
			readTexts(v, texts, wrong)
		}
		if p.Name == "" {
			wrong("requires a name, not "+said(v), `write it as ["Ann", {name = "Bob", role = "guest", href = "https://…"}]`)
			continue
		}
		if long(p.Name, mostName) {
			wrong(fmt.Sprintf("has a name of more than %d characters: %q", mostName, p.Name), "")
		}
		p.classify(wrong)
		out = append(out, p)
	}
	return out
}

// mostName is the number of characters that the namespace recommends as the longest name of a person, a season, a
// trailer, or a soundbite.
const mostName = 128

func long(s string, most int) bool { return len([]rune(s)) > most }

// readTexts reads the texts of a table.
func readTexts(table map[string]any, texts map[string]*string, wrong func(message, hint string)) {
	for _, key := range slices.Sorted(maps.Keys(table)) {
		text, isText := table[key].(string)
		switch {
		case texts[key] == nil:
			hint := diag.DidYouMean(key, slices.Sorted(maps.Keys(texts)), "")
			wrong(fmt.Sprintf("has an unknown key %q", key), hint)
		case !isText:
			wrong(fmt.Sprintf("has a %s that must be text, not %s", key, said(table[key])), "")
		default:
			*texts[key] = strings.TrimSpace(text)
		}
	}
}

// classify checks role and group against the taxonomy. A role without a group gets the group that has it.
func (p *Person) classify(wrong func(message, hint string)) {
	p.Role, p.Group = strings.ToLower(p.Role), strings.ToLower(p.Group)
	var groups, roles []string
	of := map[string]string{}
	for _, t := range taxonomy {
		groups = append(groups, t.group)
		for role := range strings.SplitSeq(t.roles, ", ") {
			roles = append(roles, role)
			if of[role] == "" {
				of[role] = t.group
			}
		}
	}
	if p.Group == "misc" {
		p.Group = "misc."
	}
	if p.Group != "" && !slices.Contains(groups, p.Group) {
		wrong(fmt.Sprintf("has the unknown group %q", p.Group), meant(p.Group, groups))
		p.Group = ""
	}
	if p.Role != "" && of[p.Role] == "" {
		wrong(fmt.Sprintf("has the role %q, which is not in the Podcast Taxonomy, so apps may not show it", p.Role),
			meant(p.Role, roles))
	}
	if p.Group == "" && of[p.Role] != "cast" {
		p.Group = of[p.Role]
	}
}

func (p *Person) element(s Site) feeds.Element {
	image, _ := s.Address(p.Image)
	href := ""
	if p.URL != "" {
		href = s.Link(p.URL)
	}
	return feeds.Element{Name: "podcast:person", Text: p.Name, Attrs: slices.Concat(
		attrs("role", p.Role), attrs("group", p.Group), attrs("img", image), attrs("href", href))}
}
