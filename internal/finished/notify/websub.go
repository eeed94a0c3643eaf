package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/feeds"
)

// WebSub is a hub that pushes feeds to subscribers. The W3C recommendation does not define how a publisher reports a
// change; hubs accept the message of PubSubHubbub 0.4 (rule W1).
type WebSub struct{ Hub string } // URL of the hub

// Name implements Service.
func (w WebSub) Name() string { return "websub:" + w.Hub }

// Gone implements Service: a hub detects removals itself.
func (w WebSub) Gone() bool { return false }

func (w WebSub) send(ctx context.Context, p *poster, list []Change) outcome {
	form := url.Values{"hub.mode": {"publish"}, "hub.url": {list[0].URL}}
	r := p.post(ctx, w.Hub, "application/x-www-form-urlencoded", []byte(form.Encode()))
	switch {
	case r.status >= 200 && r.status < 300:
		return outcome{accepted: list[:1], passed: 1}
	case r.trouble() != "":
		return outcome{stop: r.trouble(), hint: "accepted URLs are recorded: run the same command again later"}
	case r.status == http.StatusBadRequest || r.status == http.StatusNotFound ||
		r.status == http.StatusUnprocessableEntity:
		return outcome{refused: []Refusal{{list[0].URL, "it returned " + status(r.status) + r.excerpt()}}, passed: 1}
	}
	return outcome{stop: "it returned " + status(r.status) + r.excerpt()}
}

// Topic is a feed with hubs.
type Topic struct {
	Self  string   // URL of the feed
	Hubs  []string // URLs
	Print string   // hash of the title and the items
}

// ReadTopic reads the hubs of a feed; false if it names none or is not a feed. The print covers only title and items,
// so a build date does not change it.
func ReadTopic(data []byte) (Topic, bool) {
	p, err := feeds.Read(bytes.NewReader(data), feeds.ReadOptions{})
	if err != nil || p.Feed.Self == "" || len(p.Feed.Hubs) == 0 {
		return Topic{}, false
	}
	text, err := json.Marshal(struct {
		Title string
		Items []feeds.Item
	}{p.Feed.Title, p.Items})
	if err != nil {
		return Topic{}, false
	}
	return Topic{p.Feed.Self, p.Feed.Hubs, fmt.Sprintf("%016x", xxhash.Sum64(text))}, true
}
