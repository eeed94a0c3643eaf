package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFeedSettings(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       func(*Feeds)
	}{
		{"defaults", "", func(*Feeds) {}},
		{"the first keys", "[feeds]\natom = false\nlimit = 7\nfullContent = 3\nlists = [\"/posts\"]\n", func(f *Feeds) {
			f.Home.Formats, f.Home.Updates, f.FullContent, f.Lists = []string{"json"}, nil, 3, []string{"/posts"}
			for _, s := range []*FeedSet{&f.Home, &f.Section, &f.Taxonomy, &f.Term, &f.Author} {
				s.Limit = 7
			}
		}},
		{"by kind", "[feeds]\ncontent = \"none\"\narchive = true\n[feeds.term]\nformats = [\"Atom\", \"rss\"]\nlimit = 5\ncontent = \"full\"\n[feeds.author]\nformats = \"json\"\n", func(f *Feeds) {
			for _, s := range []*FeedSet{&f.Home, &f.Section, &f.Taxonomy, &f.Author} {
				s.Content = "none"
			}
			f.Home.Archive = 100
			f.Term.Formats, f.Term.Limit, f.Term.Content = []string{"atom", "rss"}, 5, "full"
			f.Author.Formats = []string{"json"}
		}},
		{"all items, names", "[feeds]\nlimit = -1\nformats = []\n[feeds.section]\nformats = true\nnames = {atom = \"/feeds/{set}-{language}.atom\"}\narchive = {items = 10, forward = false}\n", func(f *Feeds) {
			for _, s := range []*FeedSet{&f.Home, &f.Section, &f.Taxonomy, &f.Term, &f.Author} {
				s.Limit = 0
			}
			f.Home.Formats, f.Home.Updates = nil, nil
			f.Section.Formats, f.Section.Archive, f.Section.Forward = []string{"atom"}, 10, false
			f.Section.Names.Atom = "/feeds/{set}-{language}.atom"
		}},
		{"updates", "[feeds]\nhubs = [\"https://hub.example/\"]\n[feeds.updates]\nformats = [\"rss\"]\ndays = 7\nleast = 5\nmost = 0\nsitemap = true\nrobots = true\n", func(f *Feeds) {
			f.Hubs = []string{"https://hub.example/"}
			f.Home.Updates = []string{"rss"}
			f.Updates = UpdatesWindow{7, 5, 0, true, true}
		}},
		{"sets", "[feeds]\nlimit = 9\n[[feeds.sets]]\nname = \"/go-posts/\"\ntitle = \"Go\"\nlists = [\"/posts\", \"/tags/go\"]\ncontent = \"none\"\n", func(f *Feeds) {
			for _, s := range []*FeedSet{&f.Home, &f.Section, &f.Taxonomy, &f.Term, &f.Author} {
				s.Limit = 9
			}
			c := CustomFeeds{FeedSet: f.Section, Name: "go-posts", Title: "Go", Lists: []string{"/posts", "/tags/go"}}
			c.Formats, c.Content = f.Home.Formats, "none"
			f.Sets = []CustomFeeds{c}
		}},
		{"no updates", "[feeds]\nupdates = false\n[feeds.section]\nupdates = true\n", func(f *Feeds) {
			f.Home.Updates, f.Section.Updates = nil, []string{"atom"}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "sitegen.toml"), []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			cfg, found := Load(LoadOptions{Project: dir})
			if cfg == nil || len(found) > 0 {
				t.Fatal(found)
			}
			want := defaultFeeds()
			c.want(&want)
			got := cfg.Discovery.Feeds
			if len(got.Home.Formats) == 0 {
				got.Home.Formats = nil
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFeedMistakes(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"key", "[feeds]\nlimits = 3\n", `warning hugo.toml:2: unknown configuration key "feeds.limits" | did you mean "limit"?`},
		{"key of a kind", "[feeds.term]\nformat = 'atom'\n", `warning hugo.toml:2: unknown configuration key "feeds.term.format" | did you mean "formats"?`},
		{"format", "[feeds]\nformats = ['atom', 'xml']\n", `error hugo.toml:2: feeds.formats names the unknown format "xml" | choose from rss, atom, and json`},
		{"formats", "[feeds.term]\nformats = 3\n", `error hugo.toml:2: feeds.term.formats must be a list of formats, not 3 | choose from rss, atom, and json`},
		{"limit", "[feeds]\nlimit = 'many'\n", `error hugo.toml:2: feeds.limit must be a whole number of at least 0, not "many"`},
		{"content", "[feeds.section]\ncontent = 'all'\n", `error hugo.toml:2: feeds.section.content must be full, summary or none, not "all"`},
		{"archive", "[feeds]\narchive = {size = 3}\n", `error hugo.toml:2: feeds.archive.size is not an archive setting | the settings are items and forward`},
		{"name", "[feeds.names]\natom = '../x.xml'\n", `error hugo.toml:2: feeds.names.atom is not a valid feed name: "../x.xml" is not a plain path | write a file name like "feed.atom", or a path from the root like "/feeds/{set}.atom"`},
		{"name of a page", "[feeds.names]\natom = 'index.html'\n", `error hugo.toml:2: feeds.names.atom is not a valid feed name: "index.html" is that of a page | write a file name like "feed.atom", or a path from the root like "/feeds/{set}.atom"`},
		{"placeholder", "[feeds.names]\natom = '{tag}.xml'\n", `error hugo.toml:2: feeds.names.atom is not a valid feed name: "{tag}.xml" holds {tag}, but there are only {language}, {kind}, {set}, {author} | write a file name like "feed.atom", or a path from the root like "/feeds/{set}.atom"`},
		{"hub W1", "[feeds]\nhubs = ['hub.example']\n", `error hugo.toml:2: feeds.hubs: "hub.example" is not a valid hub URL | write the absolute URL, as in "https://pubsubhubbub.appspot.com/"`},
		{"hub W1, space", "[feeds]\nhubs = ['https://hub.example/a b']\n", `error hugo.toml:2: feeds.hubs: "https://hub.example/a b" is not a valid hub URL | write the absolute URL, as in "https://pubsubhubbub.appspot.com/"`},
		{"hub W1, brackets", "[feeds]\nhubs = ['https://hub.example/<x>']\n", `error hugo.toml:2: feeds.hubs: "https://hub.example/<x>" is not a valid hub URL | write the absolute URL, as in "https://pubsubhubbub.appspot.com/"`},
		{"hub W1, port", "[feeds]\nhubs = ['https://hub.example:99999/']\n", `error hugo.toml:2: feeds.hubs: "https://hub.example:99999/" is not a valid hub URL | write the absolute URL, as in "https://pubsubhubbub.appspot.com/"`},
		{"hub W1, scheme", "[feeds]\nhubs = ['ftp://hub.example/']\n", `error hugo.toml:2: feeds.hubs: "ftp://hub.example/" is not a valid hub URL | write the absolute URL, as in "https://pubsubhubbub.appspot.com/"`},
		{"a set without a name", "[[feeds.sets]]\nlists = ['/posts']\n", `error hugo.toml:1: feeds.sets: "" is not a valid folder name for a feed | write name = "go-posts": the feeds are /go-posts/atom.xml and so on`},
		{"a set of nothing", "[[feeds.sets]]\nname = 'x'\n", `error hugo.toml:1: feeds.sets: the set "x" has neither lists nor an author | write lists = ["/posts", "/tags/go"] for the pages that are in both`},
		{"updates against each other", "[feeds.updates]\nleast = 30\nmost = 10\n", `error hugo.toml:3: feeds.updates.most is 10, less than least, which is 30`},
		{"updates F1", "[feeds.updates]\ndays = 0\n", `error hugo.toml:2: feeds.updates.days must be at least 1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, list := load(t, map[string]string{"hugo.toml": c.src}, LoadOptions{})
			if diff := cmp.Diff(c.want, text(list)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
