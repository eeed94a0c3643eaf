package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
)

// IndexNow is a search engine that supports IndexNow and shares submissions with the others:
// https://www.indexnow.org/documentation (rules W2, W3).
type IndexNow struct {
	Address     string // URL for submissions: https://api.indexnow.org/indexnow
	Host        string // of the site
	Key         string
	KeyLocation string // URL of the key file; only URLs below its folder are accepted
	Batch       int    // maximum number of URLs in a request; default 10,000
}

// mostIndexNow is the maximum number of URLs that the protocol allows in a request.
const mostIndexNow = 10_000

// Name implements Service.
func (i IndexNow) Name() string { return "indexnow:" + i.Address }

// Gone implements Service.
func (i IndexNow) Gone() bool { return true }

func (i IndexNow) send(ctx context.Context, p *poster, list []Change) outcome {
	most := i.Batch
	if most <= 0 || most > mostIndexNow {
		most = mostIndexNow
	}
	batch := list[:min(len(list), most)]
	urls := make([]string, len(batch))
	for n, c := range batch {
		urls[n] = c.URL
	}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	err := enc.Encode(struct {
		Host        string   `json:"host"`
		Key         string   `json:"key"`
		KeyLocation string   `json:"keyLocation"`
		URLs        []string `json:"urlList"`
	}{i.Host, i.Key, i.KeyLocation, urls})
	if err != nil {
		return outcome{stop: err.Error()}
	}
	r := p.post(ctx, i.Address, "application/json; charset=utf-8", body.Bytes())
	switch r.status {
	case http.StatusOK, http.StatusAccepted: // 202: the key is verified later
		return outcome{accepted: batch, passed: len(batch)}
	case http.StatusBadRequest:
		return outcome{stop: "it returned 400: the request is not valid" + r.excerpt()}
	case http.StatusForbidden:
		return outcome{stop: "it returned 403: the key is not valid" + r.excerpt(), hint: i.KeyLocation +
			" must be on the server and contain the key " + strconv.Quote(i.Key)}
	case http.StatusUnprocessableEntity:
		return outcome{
			stop: "it returned 422: URLs do not belong to the host, or the key does not match" + r.excerpt(),
			hint: "is " + i.Host + " the host that the site is served from?",
		}
	}
	if why := r.trouble(); why != "" {
		return outcome{stop: why, hint: "accepted URLs are recorded: run the same command again later"}
	}
	return outcome{stop: "it returned " + status(r.status) + r.excerpt()}
}
