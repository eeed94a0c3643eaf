package check

import (
	"bytes"
	"cmp"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/words"
)

// PodcastResult is the result of Podcasts.
type PodcastResult struct {
	Shows    int // feeds of podcasts
	Episodes int
	Files    int // audio, video, images, chapters, and transcripts that were read
	Foreign  int // those on other hosts, which were not
	Found    diag.List
	Known    int       // number of findings that are in the baseline
	Gone     []string  // entries of the baseline about podcasts that were not found again
	Baseline *Baseline // all findings, for use as the next baseline
}

// PodcastOptions are the options of Podcasts.
type PodcastOptions struct {
	Base string    // URL of the folder; "": what the feeds' own URLs say
	Now  time.Time // see Feeds

	Only, Skip []string  // patterns of rules
	Baseline   *Baseline // known findings, which are not reported
}

// Podcasts checks the podcasts in a folder, or one feed, against what Apple Podcasts, Spotify, and the Podcast Index
// ask for, with the files of the folder that they name, and against the rules of feeds. A podcast is an RSS feed with
// elements of Apple's namespace.
func Podcasts(path string, o PodcastOptions) (PodcastResult, error) {
	c := podcastCheck{o: o, sounds: map[string]media.Sound{}}
	info, err := os.Stat(path)
	if err != nil {
		return c.res, fmt.Errorf("check podcasts: %w", err)
	}
	if !info.IsDir() {
		err = c.feed("", path)
	} else {
		err = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !FeedName(file) {
				return err
			}
			if is, err := IsFeed(file); err != nil || !is {
				return err
			}
			return c.feed(path, file)
		})
	}
	if err != nil {
		return c.res, fmt.Errorf("check podcasts: %w", err)
	}
	if c.res.Shows == 0 {
		return c.res, fmt.Errorf("check podcasts: no podcast found in %s: "+
			"a podcast is an RSS feed with elements of Apple's namespace, such as itunes:category", path)
	}
	if c.res.Found, err = Wanted(c.res.Found, o.Only, o.Skip); err != nil {
		return c.res, err
	}
	if !info.IsDir() {
		path = filepath.Dir(path)
	}
	c.compare(path)
	return c.res, nil
}

// compare drops the findings that are in the baseline, as in the check of a site. Names of files are from dir.
func (c *podcastCheck) compare(dir string) {
	entryOf := func(d *diag.Diagnostic) string { return entry(d.Rule, relativeTo(dir, d.File), d.Message) }
	var lines []string
	for _, d := range c.res.Found {
		lines = append(lines, entryOf(d))
	}
	c.res.Baseline = baselineOf(lines)
	before := len(c.res.Found)
	c.res.Found = slices.DeleteFunc(c.res.Found, func(d *diag.Diagnostic) bool { return c.o.Baseline.has(entryOf(d)) })
	c.res.Known = before - len(c.res.Found)
	c.res.Gone = c.o.Baseline.missing(c.res.Baseline, true)
}

// podcastCheck is a check of podcasts.
type podcastCheck struct {
	o      PodcastOptions
	sounds map[string]media.Sound // by file
	res    PodcastResult

	file string // of the current feed
	root string // folder of the URL base
	base *url.URL
}

// tell adds a finding about a line of the feed.
func (c *podcastCheck) tell(id string, line int, value, note string) {
	c.res.Found = append(c.res.Found, finds(id, c.file, line, value, note))
}

// feed checks a feed; one that is not a podcast is ignored.
func (c *podcastCheck) feed(folder, file string) error {
	data, err := readSome(file, mostList+1)
	if err != nil {
		return err
	}
	channel, items, err := feeds.ReadRSS(bytes.NewReader(data))
	if err != nil || !isPodcast(channel, items) {
		return nil // what can't be read is reported by the check of feeds
	}
	found, err := feeds.Validate(bytes.NewReader(data), feeds.ValidateOptions{Now: c.o.Now})
	if err != nil {
		return err
	}
	for _, f := range found {
		c.res.Found = append(c.res.Found, FeedFinding(file, f))
	}
	c.file = file
	if err := c.place(folder, file, channel); err != nil {
		return err
	}
	c.res.Shows++
	c.res.Episodes += len(items)
	c.show(channel)
	if len(data) > largeFeed {
		c.tell("podcast-size", 0, "", fmt.Sprintf("%d bytes", len(data)))
	}
	if len(items) == 0 {
		c.tell("podcast-empty", 0, "", "")
	}
	for _, item := range items {
		c.episode(item)
	}
	c.numbers(channel, items)
	c.unique(items)
	slices.SortStableFunc(c.res.Found, func(a, b *diag.Diagnostic) int {
		if a.File != b.File {
			return 0
		}
		return a.Line - b.Line
	})
	return nil
}

// largeFeed is the size from which a feed is a burden for apps, which load it hourly. No directory names a limit.
const largeFeed = 10 << 20

func isPodcast(channel feeds.Tags, items []feeds.Tags) bool {
	return slices.ContainsFunc(slices.Concat(append(items, channel)...),
		func(t feeds.Tag) bool { return strings.HasPrefix(t.Name, "itunes:") })
}

// place determines the URL of the folder, and the folder if only the feed was given: the feed's own URL ends with its
// path in it.
func (c *podcastCheck) place(folder, file string, channel feeds.Tags) (err error) {
	self := c.o.Base
	for _, link := range channel.All("atom:link") {
		if link.Attr("rel") == "self" {
			self = cmp.Or(self, link.Attr("href"))
		}
	}
	if c.base, err = url.Parse(cmp.Or(self, channel.First("link").Text)); err != nil {
		c.base = &url.URL{}
	}
	c.root = folder
	if folder == "" {
		if file, err = filepath.Abs(file); err != nil {
			return err
		}
		c.root = strings.TrimSuffix(filepath.ToSlash(file), c.base.Path)
		if c.root == filepath.ToSlash(file) {
			c.root = filepath.Dir(file)
		}
	}
	if c.o.Base != "" {
		return nil
	}
	rel, err := filepath.Rel(c.root, file)
	if err != nil {
		return err
	}
	below, ok := strings.CutSuffix(c.base.Path, filepath.ToSlash(rel))
	if !ok {
		below = "/"
	}
	c.base.Path, c.base.RawPath, c.base.RawQuery = below, "", ""
	return nil
}

// local returns the file at an absolute URL; ours is false if another host has it.
func (c *podcastCheck) local(address string) (file string, ours bool) {
	u, err := url.Parse(address)
	if err != nil || c.base.Host == "" || !strings.EqualFold(u.Host, c.base.Host) {
		return "", false
	}
	rest, ours := strings.CutPrefix(u.Path, c.base.Path)
	if !ours {
		return "", false
	}
	return filepath.Join(c.root, filepath.FromSlash(path.Clean("/"+rest))), true
}

// open checks the URL of a file, and opens the file if it is in the folder.
func (c *podcastCheck) open(field, address string, line int) (in *os.File, size int64) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		c.tell("podcast-url", line, address, field)
		return nil, 0
	case u.Scheme == "http":
		c.tell("podcast-https", line, address, field)
	}
	file, ours := c.local(address)
	if !ours {
		c.res.Foreign++
		return nil, 0
	}
	in, err = os.Open(file)
	if err == nil {
		var info fs.FileInfo
		if info, err = in.Stat(); err == nil && info.Mode().IsRegular() {
			c.res.Files++
			return in, info.Size()
		}
		in.Close()
	}
	note := "does not exist"
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		note = "cannot be read: " + err.Error()
	}
	c.tell("podcast-file", line, address, field+" "+note)
	return nil, 0
}

// show checks the elements of the channel.
func (c *podcastCheck) show(channel feeds.Tags) {
	for _, name := range []string{
		"title", "description", "language", "itunes:image", "itunes:category", "itunes:explicit",
	} {
		if t := channel.First(name); t.Line == 0 || t.Text == "" && t.Attr("href") == "" && t.Attr("text") == "" {
			c.tell("podcast-required", t.Line, "", name)
		}
	}
	for _, name := range []string{"link", "itunes:author"} {
		if channel.First(name).Text == "" {
			c.tell("podcast-recommended", channel.First(name).Line, "", name)
		}
	}
	if lang := channel.First("language"); lang.Text != "" && !appleLanguage.MatchString(lang.Text) {
		c.tell("podcast-language", lang.Line, lang.Text, "")
	}
	if mail := feeds.Tags(channel.First("itunes:owner").Children).First("itunes:email"); mail.Text == "" {
		c.tell("podcast-owner", channel.First("itunes:owner").Line, "", "")
	}
	if text := channel.First("description"); len(text.Text) > mostDescription {
		c.tell("podcast-description", text.Line, "", words.Count(len(text.Text), "byte"))
	}
	if image := channel.First("itunes:image"); image.Attr("href") != "" {
		c.cover("itunes:image", image)
	}
	switch guid := channel.First("podcast:guid"); {
	case guid.Line == 0:
		c.tell("podcast-guid", 0, "", c.showGUID(channel))
	case !guidForm.MatchString(guid.Text):
		c.tell("podcast-guid-invalid", guid.Line, guid.Text, "")
	}
	c.people(channel)
	for _, t := range channel.All("podcast:trailer") {
		if in, _ := c.open("podcast:trailer", t.Attr("url"), t.Line); in != nil {
			in.Close()
		}
	}
}

// mostDescription is the number of bytes of a description that Apple allows.
const mostDescription = 4000

var (
	appleLanguage = pattern.New(`^(?i)[a-z]{2}(-[a-z0-9]+)*$`) // ISO 639-1, with modifiers
	guidForm      = pattern.New(`^(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

// showGUID returns the GUID that the Podcast Index gives to a feed: a UUID of version 5 of its URL without scheme and
// slashes at the end (https://podcasting2.org/docs/podcast-namespace/tags/guid).
func (c *podcastCheck) showGUID(channel feeds.Tags) string {
	for _, link := range channel.All("atom:link") {
		_, name, ok := strings.Cut(link.Attr("href"), "://")
		if link.Attr("rel") != "self" || !ok {
			continue
		}
		return "<podcast:guid>" + feedGUID(name) + "</podcast:guid>"
	}
	return "a podcast:guid; podcastindex.org shows it"
}

func feedGUID(address string) string {
	space, err := hex.DecodeString("ead4c236bf5858c6a2c6a6b28d128cb6")
	if err != nil {
		panic(err)
	}
	sum := sha1.Sum(append(space, strings.TrimRight(address, "/")...))
	sum[6], sum[8] = sum[6]&0x0f|0x50, sum[8]&0x3f|0x80
	s := hex.EncodeToString(sum[:16])
	return strings.Join([]string{s[:8], s[8:12], s[12:16], s[16:20], s[20:]}, "-")
}

// cover checks the picture of a show or an episode
// (https://podcasters.apple.com/support/896-artwork-requirements).
func (c *podcastCheck) cover(field string, t feeds.Tag) {
	address := t.Attr("href")
	in, size := c.open(field, address, t.Line)
	if in == nil {
		return
	}
	defer in.Close()
	facts, kind := media.Facts{}, ""
	for _, k := range []string{"image/jpeg", "image/png"} {
		if f := media.Read(in, size, k); f.Width > 0 && f.Content == "" {
			facts, kind = f, k
		}
	}
	if kind == "" {
		c.tell("podcast-cover-format", t.Line, address, "neither a JPEG nor a PNG image")
		return
	}
	if w, h := facts.Width, facts.Height; w != h || w < 1400 || w > 3000 {
		c.tell("podcast-cover-size", t.Line, address, fmt.Sprintf("%d × %d pixels", w, h))
	}
	ext := strings.ToLower(path.Ext(urlPath(address)))
	if kind == "image/jpeg" && ext != ".jpg" && ext != ".jpeg" || kind == "image/png" && ext != ".png" {
		c.tell("podcast-cover-format", t.Line, address, "of the type "+kind+", which its name does not say")
	}
	if colors := media.Colors(in, size); colors != "" && colors != "RGB" {
		c.tell("podcast-cover-color", t.Line, address, colors)
	}
}

func urlPath(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.Path
	}
	return address
}

// episode checks an item. Its first tag is the item itself.
func (c *podcastCheck) episode(item feeds.Tags) {
	line := item[0].Line
	name := cmp.Or(item.First("title").Text, item.First("itunes:title").Text)
	if name == "" {
		c.tell("podcast-episode-title", line, "", "")
	}
	if item.First("guid").Text == "" {
		c.tell("podcast-episode-guid", line, name, "")
	}
	if item.First("pubDate").Text == "" {
		c.tell("podcast-episode-date", line, name, "")
	}
	if text := item.First("description"); len(text.Text) > mostDescription {
		c.tell("podcast-description", text.Line, "", words.Count(len(text.Text), "byte"))
	}
	if image := item.First("itunes:image"); image.Attr("href") != "" {
		c.cover("itunes:image", image)
	}
	c.people(item)
	files := item.All("enclosure")
	if len(files) == 0 {
		c.tell("podcast-enclosure", line, name, "")
		return
	}
	s := c.enclosure(files[0])
	c.duration(item, s, line)
	for _, t := range item.All("podcast:chapters") {
		c.chapters(t, s)
	}
	for _, t := range item.All("podcast:transcript") {
		c.transcript(t)
	}
}

// enclosure checks the file of an episode.
func (c *podcastCheck) enclosure(t feeds.Tag) media.Sound {
	address := t.Attr("url")
	in, size := c.open("enclosure", address, t.Line)
	if in == nil {
		return media.Sound{}
	}
	defer in.Close()
	file, _ := c.local(address)
	s, known := c.sounds[file]
	if !known {
		s = media.Listen(in, size)
		c.sounds[file] = s
	}
	if length, err := strconv.ParseInt(strings.TrimSpace(t.Attr("length")), 10, 64); err != nil || length != size {
		c.tell("podcast-length", t.Line, address, fmt.Sprintf("%d bytes, but its length says %q", size, t.Attr("length")))
	}
	played, ok := formats[s.Type]
	if !ok || s.Type == "audio/mp4" && s.Codec != "" && s.Codec != "mp4a" || s.Type == "audio/mpeg" && s.Codec != "" {
		c.tell("podcast-format", t.Line, address, cmp.Or(strings.TrimSpace(s.Type+" "+s.Codec), "of an unknown type"))
		return s
	}
	ext := strings.ToLower(path.Ext(urlPath(address)))
	if said := strings.ToLower(strings.TrimSpace(t.Attr("type"))); !slices.Contains(played.types, said) {
		c.tell("podcast-type", t.Line, address, fmt.Sprintf("%s, but its type says %q", s.Type, said))
	} else if !slices.Contains(played.names, ext) {
		c.tell("podcast-type", t.Line, address, fmt.Sprintf("%s, but its name ends with %q", s.Type, ext))
	}
	c.quality(t, s)
	return s
}

// formats are those that Apple Podcasts plays, with the types and endings of names that its guide to RSS lists, and the
// names that the same formats have elsewhere.
var formats = map[string]struct{ types, names []string }{
	"audio/mpeg":      {[]string{"audio/mpeg"}, []string{".mp3"}},
	"audio/mp4":       {[]string{"audio/x-m4a", "audio/mp4", "audio/m4a", "audio/aac"}, []string{".m4a", ".mp4"}},
	"video/mp4":       {[]string{"video/mp4", "video/x-m4v"}, []string{".mp4", ".m4v"}},
	"video/quicktime": {[]string{"video/quicktime"}, []string{".mov"}},
	"application/pdf": {[]string{"application/pdf"}, []string{".pdf"}},
}

// quality checks bit rate and sample rate of MP3, as https://podcasters.apple.com/support/893-audio-requirements has
// them: at least 64 kbit/s, or 32 for one channel, and 44.1 kHz.
func (c *podcastCheck) quality(t feeds.Tag, s media.Sound) {
	least := 64_000
	if s.Channels == 1 {
		least = 32_000
	}
	if s.Type != "audio/mpeg" {
		return
	}
	if s.BitRate > 0 && s.BitRate < least*95/100 {
		c.tell("podcast-bitrate", t.Line, t.Attr("url"), fmt.Sprintf("%d kbit/s on %s", s.BitRate/1000,
			words.Count(s.Channels, "channel")))
	}
	if s.Rate > 0 && s.Rate < 44_100 {
		c.tell("podcast-bitrate", t.Line, t.Attr("url"), fmt.Sprintf("%.1f kHz", float64(s.Rate)/1000))
	}
}

// duration compares itunes:duration with the file.
func (c *podcastCheck) duration(item feeds.Tags, s media.Sound, line int) {
	t := item.First("itunes:duration")
	if t.Line == 0 {
		c.tell("podcast-duration", line, "", "the episode has no itunes:duration")
		return
	}
	said := 0.0
	for part := range strings.SplitSeq(t.Text, ":") {
		n, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return // reported by the rules of feeds
		}
		said = said*60 + n
	}
	if off := math.Abs(said - s.Duration); s.Duration > 0 && off > 2 && off > s.Duration/100 {
		c.tell("podcast-duration", t.Line, "", fmt.Sprintf("itunes:duration is %s, but the file is %s long",
			clock(said), clock(s.Duration)))
	}
}

func clock(seconds float64) string {
	n := int(math.Round(seconds))
	return fmt.Sprintf("%d:%02d:%02d", n/3600, n/60%60, n%60)
}

// people checks persons: each has a name and absolute URLs.
func (c *podcastCheck) people(tags feeds.Tags) {
	for _, t := range tags.All("podcast:person") {
		if t.Text == "" {
			c.tell("podcast-person", t.Line, "", "has no name")
		}
		for _, key := range []string{"img", "href"} {
			if v := t.Attr(key); v != "" && !isAbsolute(v) {
				c.tell("podcast-person", t.Line, v, "has a relative "+key)
			}
		}
	}
}

// chapters reads a file of chapters
// (https://github.com/Podcastindex-org/podcast-namespace, docs/examples/chapters/jsonChapters.md).
func (c *podcastCheck) chapters(t feeds.Tag, s media.Sound) {
	in, size := c.open("podcast:chapters", t.Attr("url"), t.Line)
	if in == nil {
		return
	}
	defer in.Close()
	var file struct {
		Version  string
		Chapters []struct {
			Start *float64 `json:"startTime"`
		}
	}
	wrong := func(what string) { c.tell("podcast-chapters", t.Line, t.Attr("url"), what) }
	if t.Attr("type") != "application/json+chapters" && t.Attr("type") != "application/json" {
		return // another format
	}
	if size > mostList || json.NewDecoder(in).Decode(&file) != nil {
		wrong("is not valid JSON")
		return
	}
	if file.Version == "" || file.Chapters == nil {
		wrong("lacks version or chapters")
	}
	last := 0.0
	for i, ch := range file.Chapters {
		switch {
		case ch.Start == nil:
			wrong(fmt.Sprintf("has no startTime for chapter %d", i+1))
			return
		case *ch.Start < last:
			wrong(fmt.Sprintf("has chapter %d before the one above it", i+1))
			return
		case s.Duration > 0 && *ch.Start > s.Duration:
			wrong(fmt.Sprintf("has chapter %d after the end of the episode", i+1))
			return
		}
		last = *ch.Start
	}
}

// transcripts are the types of transcripts by the endings of names.
var transcripts = map[string]string{
	".vtt": "text/vtt", ".srt": "application/x-subrip", ".json": "application/json", ".html": "text/html",
	".txt": "text/plain",
}

func (c *podcastCheck) transcript(t feeds.Tag) {
	if in, _ := c.open("podcast:transcript", t.Attr("url"), t.Line); in != nil {
		in.Close()
	}
	want := transcripts[strings.ToLower(path.Ext(urlPath(t.Attr("url"))))]
	said := t.Attr("type")
	if said == "application/srt" {
		said = "application/x-subrip"
	}
	if want != "" && said != want {
		c.tell("podcast-transcript", t.Line, t.Attr("url"), fmt.Sprintf("%s, not %q", want, said))
	}
}

// numbers checks the numbers of episodes: a serial needs them, and each is used once per season.
func (c *podcastCheck) numbers(channel feeds.Tags, items []feeds.Tags) {
	serial := strings.EqualFold(channel.First("itunes:type").Text, "serial")
	used := map[string]int{}
	for _, item := range items {
		if kind := item.First("itunes:episodeType").Text; kind != "" && !strings.EqualFold(kind, "full") {
			continue
		}
		number := item.First("itunes:episode")
		if number.Line == 0 {
			if serial {
				c.tell("podcast-number", item[0].Line, item.First("title").Text, "")
			}
			continue
		}
		key := item.First("itunes:season").Text + "/" + number.Text
		if first := used[key]; first > 0 {
			c.tell("podcast-number-repeated", number.Line, number.Text, fmt.Sprintf("line %d", first))
			continue
		}
		used[key] = number.Line
	}
}

// unique checks that no two episodes have the same ID or file.
func (c *podcastCheck) unique(items []feeds.Tags) {
	files := map[string]int{}
	for _, item := range items {
		t := item.First("enclosure")
		address := t.Attr("url")
		if first := files[address]; first > 0 {
			c.tell("podcast-enclosure-repeated", t.Line, address, fmt.Sprintf("line %d", first))
		} else if address != "" {
			files[address] = t.Line
		}
	}
}
