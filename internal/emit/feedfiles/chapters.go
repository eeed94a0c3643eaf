package feedfiles

import (
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config/podcast"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// chaptersFile is the name of the file with the chapters in an episode's front matter. It is next to the page.
const chaptersFile = "chapters.json"

// Chapters returns one emission for each episode whose front matter has chapters.
func Chapters(src *emission.Source) (out []emission.Emission) {
	known := map[*site.Page]bool{}
	for _, s := range src.Listing.Sets() {
		if s.Podcast == nil {
			continue
		}
		for _, p := range s.Members() {
			if p.Params["podcast"] == nil || known[p] || !src.Listing.InFeeds(p) {
				continue
			}
			known[p] = true
			if episode, _ := podcast.Read(p.Params["podcast"]); len(episode.Marks) > 0 && len(p.Targets) > 0 {
				out = append(out, chapters(src, p, episode))
			}
		}
	}
	return out
}

func chapters(src *emission.Source, p *site.Page, e *podcast.Episode) emission.Emission {
	file, _ := src.Listing.Attached(p).Beside(chaptersFile)
	return emission.Emission{
		Name: file, Fingerprint: func() uint64 { return 0 },
		Run: func(in emission.Inputs, create emission.Create) (r emission.Emitted, err error) {
			src := src.Reading(in)
			if src.Options.Taken(file) {
				r.Found = append(r.Found, taken(src.Listing, p, file))
				return r, nil
			}
			content, err := e.WriteChapters(p.Title, src.Listing.Attached(p))
			if err != nil {
				return r, err
			}
			return r, r.Write(create, file, podcast.ChaptersType, content)
		},
	}
}

// taken warns about chapters whose file is something else.
func taken(l *listing.Listing, p *site.Page, file string) *diag.Diagnostic {
	return saidIn(l, p, "chapters").warning(": "+file+" already exists, so the chapters in the front matter are ignored",
		"remove the file, or write its name: chapters: "+chaptersFile)
}
