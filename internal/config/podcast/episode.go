package podcast

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// Episode contains the metadata of a podcast episode from the front matter key podcast. Files are as written.
type Episode struct {
	Title          string // without the name of the show and the numbers; default: the title of the item
	Author         string
	Image          string
	Number, Season int           // from 1; 0: none
	Type           string        // "full", "trailer", "bonus" or ""
	Explicit       string        // "true", "false" or "": as the show says
	Duration       time.Duration // 0: that of the file
	Block          bool          // directories are not to list it
	Transcripts    []string
	Chapters       string      // a file
	Marks          []Chapter   // chapters in front matter, written to a file
	Persons        []Person    // instead of those of the show
	SeasonName     string      // podcast:season; default: as the show says
	EpisodeName    string      // podcast:episode; shown in place of the number
	Soundbites     []Soundbite // podcast:soundbite
	License        License     // podcast:license; default: that of the show
}

// Read reads the value of the key; nil for a page without it. It also returns the invalid values.
func Read(front any) (*Episode, []Problem) {
	e := &Episode{}
	if front == nil {
		return e, nil
	}
	table, ok := front.(map[string]any)
	if !ok {
		return e, []Problem{{
			"", fmt.Sprintf("must be a table, not %s", said(front)),
			"write podcast = {episode = 3, season = 1}",
		}}
	}
	var wrong []Problem
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if !slices.Contains(keys, key) {
			wrong = append(wrong, Problem{key, "is not a setting of an episode", diag.DidYouMean(key, keys, "")})
			continue
		}
		if e.table(key, table[key], func(message, hint string) {
			wrong = append(wrong, Problem{key, message, hint})
		}) {
			continue
		}
		if want := e.set(key, table[key]); want != "" {
			wrong = append(wrong, Problem{key, fmt.Sprintf("must be %s, not %s", want, said(table[key])), ""})
		}
	}
	return e, wrong
}

// Problem is an invalid value, for people: what Message says is about the key, or about the table if Key is empty. Hint
// may be empty.
type Problem struct{ Key, Message, Hint string }

// keys are the keys of an episode.
var keys = []string{
	"author", "block", "chapters", "duration", "episode", "episodename", "explicit", "image", "license", "persons",
	"season",
	"seasonname", "soundbites", "title", "transcript", "type",
}

// table reads a value with parts that are checked one by one; false if the key has none.
func (e *Episode) table(key string, v any, wrong func(message, hint string)) bool {
	switch list, isList := v.([]any); {
	case key == "chapters" && isList:
		e.Marks = chapters(list, wrong)
	case key == "persons":
		e.Persons = persons(v, wrong)
	case key == "soundbites":
		e.Soundbites = soundbites(v, wrong)
	case key == "license":
		e.License.read(v, wrong)
	default:
		return false
	}
	return true
}

// set sets a value; if the value is invalid, it returns a description of valid ones.
func (e *Episode) set(key string, v any) (want string) {
	text, isText := v.(string)
	text = strings.TrimSpace(text)
	on, isSwitch := v.(bool)
	switch key {
	case "episode", "season":
		n := integer(v)
		if n <= 0 {
			return "a whole number from 1"
		}
		*map[string]*int{"episode": &e.Number, "season": &e.Season}[key] = n
	case "type":
		if !slices.Contains([]string{"full", "trailer", "bonus"}, strings.ToLower(text)) {
			return "full, trailer or bonus"
		}
		e.Type = strings.ToLower(text)
	case "explicit", "block":
		if !isSwitch {
			return "true or false"
		}
		if key == "block" {
			e.Block = on
		} else {
			e.Explicit = strconv.FormatBool(on)
		}
	case "duration":
		var ok bool
		if e.Duration, ok = frontmatter.Duration(v); !ok || e.Duration == 0 {
			e.Duration = 0
			return `seconds, "3m20s" or "1:02:03"`
		}
	case "transcript":
		for _, v := range several(v) {
			ref, ok := v.(string)
			if !ok || strings.TrimSpace(ref) == "" {
				return "the name of a file or a list of them"
			}
			e.Transcripts = append(e.Transcripts, strings.TrimSpace(ref))
		}
	default:
		if !isText || text == "" {
			if key == "chapters" {
				return "the name of a file or a list of chapters"
			}
			return "text"
		}
		if most := map[string]int{"seasonname": mostName, "episodename": 32}[key]; most > 0 && long(text, most) {
			return fmt.Sprintf("at most %d characters", most)
		}
		*map[string]*string{
			"author": &e.Author, "chapters": &e.Chapters, "image": &e.Image, "title": &e.Title,
			"seasonname": &e.SeasonName, "episodename": &e.EpisodeName,
		}[key] = text
	}
	return ""
}

func several(v any) []any {
	if l, ok := v.([]any); ok {
		return l
	}
	return []any{v}
}

// integer returns an integer, or 0 for anything else.
func integer(v any) int {
	switch v := v.(type) {
	case int:
		return v
	case int64:
		return int(v)
	case uint64:
		return int(v)
	case float64:
		if v == float64(int(v)) {
			return int(v)
		}
	case string:
		n, _ := strconv.Atoi(strings.TrimSpace(v))
		return n
	}
	return 0
}

// transcriptType returns the media type of a transcript by its name, as the namespace requires, because the
// types of these files differ between systems.
func transcriptType(name, known string) string {
	name, _, _ = strings.Cut(name, "?")
	switch strings.ToLower(path.Ext(name)) {
	case ".vtt":
		return "text/vtt"
	case ".srt":
		return "application/x-subrip"
	case ".json":
		return "application/json"
	case ".html", ".htm":
		return "text/html"
	case ".txt":
		return "text/plain"
	}
	return known
}

// File is a file that an episode names, with the key.
type File struct{ Key, Ref string }

// Files returns the files of e.
func (e *Episode) Files() (out []File) {
	out = append([]File{{"image", e.Image}, {"chapters", e.Chapters}}, transcripts(e.Transcripts)...)
	for _, c := range e.Marks {
		out = append(out, File{"chapters", c.Image})
	}
	return slices.DeleteFunc(append(out, portraits(e.Persons)...), func(f File) bool { return f.Ref == "" })
}

func portraits(list []Person) (out []File) {
	for _, p := range list {
		out = append(out, File{"persons", p.Image})
	}
	return out
}

func transcripts(refs []string) (out []File) {
	for _, ref := range refs {
		out = append(out, File{"transcript", ref})
	}
	return out
}
