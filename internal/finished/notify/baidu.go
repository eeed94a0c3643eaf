package notify

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Baidu is the link submission service of Baidu (普通收录): https://ziyuan.baidu.com/linksubmit/index. It accepts URLs of
// existing pages, up to a daily quota.
type Baidu struct {
	Address string // http://data.zz.baidu.com/urls
	Site    string // site as verified at Baidu: https://www.example.org
	Token   string
}

// mostBaidu is the maximum number of URLs in a request.
const mostBaidu = 2000

// Name implements Service. It does not contain the token.
func (b Baidu) Name() string { return "baidu:" + b.Site }

// Gone implements Service.
func (b Baidu) Gone() bool { return false }

// baiduReply is the answer of Baidu: the first fields on success, the last two on failure.
type baiduReply struct {
	Remain      int      `json:"remain"`
	Success     int      `json:"success"`
	NotSameSite []string `json:"not_same_site"`
	NotValid    []string `json:"not_valid"`
	Error       int      `json:"error"`
	Message     string   `json:"message"`
}

// spent is the reason for stopping until tomorrow.
const spent = "today's quota is used up"

func (b Baidu) send(ctx context.Context, p *poster, list []Change) outcome {
	address, err := url.Parse(b.Address)
	if err != nil {
		return outcome{stop: err.Error()}
	}
	address.RawQuery = url.Values{"site": {b.Site}, "token": {b.Token}}.Encode()
	for n := min(len(list), mostBaidu); ; n /= 2 { // Baidu rejects a request that exceeds the quota
		var body strings.Builder
		for _, c := range list[:n] {
			body.WriteString(c.URL + "\n")
		}
		r := p.post(ctx, address.String(), "text/plain", []byte(body.String()))
		var said baiduReply
		if json.Unmarshal(r.body, &said) != nil || r.status == 0 {
			return outcome{stop: cmp.Or(r.trouble(), "it returned "+status(r.status)+r.excerpt())}
		}
		switch {
		case r.status == http.StatusOK && said.Error == 0:
			return b.took(list[:n], said)
		case said.Message == "over quota" && n > 1:
			continue
		case said.Message == "over quota":
			return outcome{stop: spent, hint: "to send the rest, run the same command again tomorrow"}
		}
		out := outcome{stop: "it returned " + strconv.Itoa(r.status) + ": " + said.Message}
		switch said.Message {
		case "token is not valid":
			out.hint = "the token is at https://ziyuan.baidu.com/linksubmit/index"
		case "site error":
			out.hint = "is " + b.Site + " verified at https://ziyuan.baidu.com/site/index?"
		}
		return out
	}
}

// took splits the URLs of a request into accepted and refused ones.
func (b Baidu) took(sent []Change, said baiduReply) outcome {
	out := outcome{passed: len(sent)}
	why := map[string]string{}
	for _, u := range said.NotSameSite {
		why[u] = "it is not a URL of " + b.Site
	}
	for _, u := range said.NotValid {
		why[u] = "it is not valid"
	}
	for _, c := range sent {
		if w := why[c.URL]; w != "" {
			out.refused = append(out.refused, Refusal{c.URL, w})
		} else {
			out.accepted = append(out.accepted, c)
		}
	}
	if said.Remain <= 0 {
		out.stop, out.hint = spent, "to send the rest, run the same command again tomorrow"
	}
	return out
}
