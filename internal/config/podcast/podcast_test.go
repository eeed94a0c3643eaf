package podcast

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/feeds"
)

func TestReadEpisode(t *testing.T) {
	for _, c := range []struct {
		front any
		want  Episode
		wrong []Problem
	}{
		{nil, Episode{}, nil},
		{
			map[string]any{
				"episode": 3, "season": "2", "type": "Bonus", "explicit": false, "block": true, "duration": "1:02:03", "title": " T ",
				"author": "A", "image": "i.png", "transcript": []any{"a.vtt", "b.srt"}, "chapters": "c.json",
			},
			Episode{
				Number: 3, Season: 2, Type: "bonus", Explicit: "false", Block: true, Duration: 3723 * time.Second, Title: "T",
				Author: "A", Image: "i.png", Transcripts: []string{"a.vtt", "b.srt"}, Chapters: "c.json",
			},
			nil,
		},
		{
			map[string]any{
				"persons": []any{"Ann", map[string]any{"name": "Bob", "role": "Editor"}},
				"chapters": []any{
					map[string]any{"start": 90, "title": "B", "toc": true},
					"0:05 – A", "1:00:00 C", "5 0",
					map[string]any{"start": 2, "end": 1, "title": "D", "toc": 1},
				},
			},
			Episode{
				Persons: []Person{{Name: "Ann"}, {Name: "Bob", Role: "editor", Group: "writing"}},
				Marks: []Chapter{
					{Start: 2 * time.Second, Title: "D"},
					{Start: 5 * time.Second, Title: "A"},
					{Start: 5 * time.Second, Title: "0"},
					{Start: 90 * time.Second, Title: "B"},
					{Start: time.Hour, Title: "C"},
				},
			},
			[]Problem{
				{"chapters", "has a toc that must be true or false, not 1", ""},
				{"chapters", `has an end that is not after its start: "D"`, ""},
			},
		},
		{map[string]any{"duration": "3m20s", "transcript": "a.vtt"}, Episode{Duration: 200 * time.Second, Transcripts: []string{"a.vtt"}}, nil},
		{map[string]any{"duration": 90.5}, Episode{Duration: 90500 * time.Millisecond}, nil},
		{true, Episode{}, []Problem{{"", "must be a table, not true", "write podcast = {episode = 3, season = 1}"}}},
		{
			map[string]any{"episode": 1.5, "season": -1, "duration": "long", "title": []any{"a"}, "transcript": 7, "block": "yes", "sesaon": 1},
			Episode{},
			[]Problem{
				{"block", "must be true or false, not \"yes\"", ""},
				{"duration", "must be seconds, \"3m20s\" or \"1:02:03\", not \"long\"", ""},
				{"episode", "must be a whole number from 1, not 1.5", ""},
				{"season", "must be a whole number from 1, not -1", ""},
				{"sesaon", "is not a setting of an episode", `did you mean "season"?`},
				{"title", "must be text, not a list", ""},
				{"transcript", "must be the name of a file or a list of them, not 7", ""},
			},
		},
	} {
		got, wrong := Read(c.front)
		if diff := cmp.Diff(c.want, *got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", c.front, diff)
		}
		if diff := cmp.Diff(c.wrong, wrong); diff != "" {
			t.Errorf("%v: problems (-want +got):\n%s", c.front, diff)
		}
	}
}

// The duration in front matter is used if the file does not supply one; without a file there is no episode.
// files has every file except gone.vtt.
type files struct{}

func (files) Address(ref string) (url, mediaType string) {
	if ref == "gone.vtt" {
		return "", ""
	}
	return "https://example.org/" + ref, "application/octet-stream"
}

func (f files) Find(ref string) (feeds.Media, bool) {
	url, mediaType := f.Address(ref)
	return feeds.Media{URL: url, Type: mediaType}, url != ""
}

func (files) Link(ref string) string { return "https://example.org/" + ref }

func TestItemOfEpisode(t *testing.T) {
	e := &Episode{Duration: time.Minute, Transcripts: []string{"gone.vtt", "a.VTT?x=1", "b.html", "c.json", "d.srt", "e.txt", "f"}}
	if got := e.Item(&Show{}, nil, "", files{}); got != nil {
		t.Errorf("without a file: %v", got)
	}
	transcript := func(url, mediaType string) feeds.Element {
		return feeds.Element{Name: "podcast:transcript", Attrs: []feeds.Attr{{Name: "url", Value: "https://example.org/" + url}, {Name: "type", Value: mediaType}}}
	}
	want := []feeds.Element{
		{Name: "itunes:duration", Text: "60"},
		transcript("a.VTT?x=1", "text/vtt"), transcript("b.html", "text/html"), transcript("c.json", "application/json"),
		transcript("d.srt", "application/x-subrip"), transcript("e.txt", "text/plain"), transcript("f", "application/octet-stream"),
	}
	if diff := cmp.Diff(want, e.Item(&Show{}, []feeds.Media{{URL: "https://example.org/a.mp3"}}, "", files{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
