package wordpress

import (
	"cmp"
	"strconv"
	"strings"

	mediatype "github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// serialized matches a value in the data that PowerPress writes below an enclosure, as PHP serializes it.
var serialized = pattern.New(`"(duration|season|episode_no)";(?:s:\d+:"([^"]*)"|i:(\d+));`)

// episode sets the audio and video files that feeds have, and what plugins for podcasts say about them.
// https://developer.wordpress.org/reference/functions/do_enclose/: the lines of the field enclosure are the URL, the
// number of bytes, and the type. PowerPress adds a line, and Seriously Simple Podcasting has fields of its own.
func (s *site) episode(values map[string]any, t *text) {
	i := t.item
	podcast := map[string]any{}
	number := func(key, text string) {
		if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil && n > 0 {
			podcast[key] = n
		}
	}
	var files []any
	add := func(address, length, kind, duration string) {
		address = strings.TrimSpace(address)
		if address == "" {
			return
		}
		file := map[string]any{"url": t.link(address)}
		if n, err := strconv.ParseInt(strings.TrimSpace(length), 10, 64); err == nil && n > 0 {
			file["length"] = n
		}
		if kind = strings.TrimSpace(kind); !strings.Contains(kind, "/") {
			name, _, _ := strings.Cut(address, "?")
			kind = mediatype.NewTypes(nil).Of(name)
		}
		file["type"] = kind
		if duration = strings.TrimSpace(duration); strings.ContainsAny(duration, "123456789") {
			file["duration"] = duration
		}
		if to, _ := file["url"].(string); strings.HasPrefix(to, "/") { // a build reads these from the file
			delete(file, "length")
			delete(file, "type")
		}
		files = append(files, file)
	}
	for _, m := range i.Meta {
		if m.Key != "enclosure" {
			continue
		}
		lines := append(strings.Split(strings.ReplaceAll(strings.TrimSpace(m.Value), "\r", ""), "\n"), "", "", "")
		said := map[string]string{}
		for _, m := range serialized.FindAllStringSubmatch(lines[3], -1) {
			said[m[1]] = cmp.Or(m[2], m[3])
		}
		add(lines[0], lines[1], lines[2], cmp.Or(said["duration"], i.meta("duration")))
		number("season", said["season"])
		number("episode", said["episode_no"])
	}
	if len(files) == 0 {
		add(i.meta("audio_file"), i.meta("filesize_raw"), "", i.meta("duration"))
	}
	if len(files) == 0 {
		return
	}
	number("season", i.meta("itunes_season_number"))
	number("episode", i.meta("itunes_episode_number"))
	if kind := i.meta("itunes_episode_type"); kind == "trailer" || kind == "bonus" {
		podcast["type"] = kind
	}
	if values["enclosure"] = any(files[0]); len(files) > 1 {
		values["enclosure"] = files
	}
	if len(podcast) > 0 {
		values["podcast"] = podcast
	}
	s.Leave(conversion.Used, i.File, i.Line, "enclosure",
		"enclosure; for directories of podcasts, put feeds.podcast into content/posts/_index.md")
}
