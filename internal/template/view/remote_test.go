package view

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/assets/remote"
	"github.com/sitegen/sitegen/internal/base/trace"
)

// servers responds to requests by their path, without a network.
type servers map[string]served

type served struct {
	code             int
	mediaType, named string // headers
	body             string
}

func (s servers) RoundTrip(r *http.Request) (*http.Response, error) {
	a, ok := s[r.URL.Path]
	if !ok {
		return nil, fmt.Errorf("%s cannot be reached", r.URL.Host)
	}
	sent := ""
	if r.Body != nil {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		sent = string(b)
	}
	body := strings.NewReplacer("METHOD", r.Method, "BODY", sent, "OWN", r.Header.Get("X-Own")).Replace(a.body)
	header := http.Header{"Content-Type": {a.mediaType}, "X-Shown": {"yes"}, "X-Other": {"no"}}
	if a.named != "" {
		header.Set("Content-Disposition", "attachment; filename="+a.named)
	}
	return &http.Response{
		StatusCode: a.code, Status: fmt.Sprint(a.code, " ", http.StatusText(a.code)), Header: header, Request: r,
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)),
	}, nil
}

// online lets the views of a project fetch from servers.
func (p *project) online(s servers) {
	o := p.views.o
	o.Remote = remote.New(remote.Options{
		Timeout: time.Second, Transport: s, Allowed: func(string) error { return nil },
	})
	p.views = New(o, nil)
}

// answers are the responses of the tests.
func answers() servers {
	return servers{
		"/a.txt":     {200, "text/plain; charset=utf-8", "", "METHOD BODY OWN"},
		"/a.json":    {200, "text/plain", "", `{"k": ["v"]}`},
		"/page":      {200, "text/html", "", "<!doctype html><p>Hello</p>"},
		"/feed":      {200, "application/rss+xml", "", `<?xml version="1.0"?><rss/>`},
		"/named":     {200, "text/plain", "told.csv", "a,b\n"},
		"/pic.js":    {200, "text/javascript", "", "\x89PNG\r\n\x1a\n"},
		"/pic":       {200, "image/png", "", "\x89PNG\r\n\x1a\n"},
		"/unknown":   {200, "application/octet-stream", "", "\x00\x01\x02"},
		"/gone":      {404, "text/plain", "", "nothing"},
		"/forbidden": {403, "text/plain", "", "not you"},
	}
}

// TestRemoteResources: a response in templates: its name, type, content, data, and errors.
// https://gohugo.io/functions/resources/getremote/
func TestRemoteResources(t *testing.T) {
	p := newProject(t, blog())
	p.online(answers())
	const a = `"https://example.com`
	p.rows(p.page("/about"), [][2]string{
		{`(resources.GetRemote ` + a + `/a.txt").Content`, "GET  "},
		{`(resources.GetRemote ` + a + `/a.txt" (dict "method" "post" "body" "sent" "headers" (dict "x-own" "mine"))).Content`, "POST sent mine"},
		{`(resources.GetRemote ` + a + `/a.txt" (dict "headers" (dict "x-own" (slice "1" "2")) "key" "k" "timeout" "2s")).Content`, "GET  1"},
		{`(resources.GetRemote ` + a + `/a.txt").MediaType`, "text/plain"},
		{`(resources.GetRemote ` + a + `/a.txt").ResourceType`, "text"},
		{`{{ $r := resources.GetRemote ` + a + `/a.txt" }}{{ path.Ext $r.RelPermalink }} {{ hasPrefix $r.RelPermalink "/sub/a_" }} {{ eq $r.Name (strings.TrimPrefix "/sub" $r.RelPermalink) }}`, ".txt true true"},
		{`(resources.GetRemote ` + a + `/a.json").MediaType`, "application/json"},
		{`index (resources.GetRemote ` + a + `/a.json" | transform.Unmarshal).k 0`, "v"},
		{`(resources.GetRemote ` + a + `/page").MediaType`, "text/html"},
		{`(resources.GetRemote ` + a + `/feed").MediaType`, "application/rss+xml"},
		{`(resources.GetRemote ` + a + `/named").MediaType`, "text/csv"},
		{`hasPrefix (resources.GetRemote ` + a + `/named").Name "/told_"`, "true"},
		{`(resources.GetRemote ` + a + `/pic").MediaType`, "image/png"},
		{`(resources.GetRemote ` + a + `/pic.js").MediaType`, `ERR failed to resolve media type for remote resource "https://example.com/pic.js"`},
		{`(resources.GetRemote ` + a + `/unknown").MediaType`, `ERR failed to resolve media type for remote resource "https://example.com/unknown"`},
		{`(resources.GetRemote ` + a + `/a.txt" (dict "responseHeaders" (slice "x-shown"))).Data`, "map[ContentLength:5 ContentType:text/plain; charset=utf-8 Headers:map[X-Shown:[yes]] Status:200 OK StatusCode:200 TransferEncoding:[]]"},
		{`resources.GetRemote ` + a + `/gone"`, "<no value>"},
		{`resources.GetRemote ` + a + `/forbidden"`, "ERR failed to fetch remote resource from 'https://example.com/forbidden': Forbidden"},
		{`with try (resources.GetRemote ` + a + `/forbidden") }}{{ .Err.Cause.Data.StatusCode }} {{ .Err.Cause.Data.Body }}{{ end`, "403 not you"},
		{`resources.GetRemote ` + a + `/down"`, "ERR example.com cannot be reached"},
		{`resources.GetRemote ` + a + `/%zz"`, `ERR failed to parse URL for resource https://example.com/%zz: parse "https://example.com/%zz": invalid URL escape "%zz"`},
		{`resources.GetRemote ` + a + `/a.txt" (dict "timeout" "soon")`, `ERR invalid timeout for resource https://example.com/a.txt: time: invalid duration "soon"`},
		{`resources.GetRemote ` + a + `/a.txt" (dict "headers" "x")`, "ERR resources.GetRemote: the option headers is a map[string][]string, not string"},
		{`resources.GetRemote ` + a + `/a.txt" (dict "method" "delete")`, `ERR access denied: "DELETE" is not allowed by security.http.methods of the configuration`},
		{`resources.GetRemote "http://2130706433/a.txt"`, `ERR access denied: "http://2130706433/a.txt" is not allowed by security.http.urls of the configuration`},
		{`resources.GetRemote`, "ERR must provide an URL and optionally an options map"},
		{`(getJSON ` + a + `/a.json").k`, "[v]"},
		{`getJSON ` + a + `/gone"`, "<no value>"},
		{`index (getCSV "," ` + a + `/named") 0`, "[a b]"},
	})
}

// TestRemoteQuestions: the first question is whether a request is allowed, the second for the response; both have the
// same answer later, unless a server responds differently. In one process, an error is kept by its message.
func TestRemoteQuestions(t *testing.T) {
	const request = "fetch|GET https://example.com/"
	id := func(name string) string {
		return remote.Request{URL: "https://example.com/" + name, Method: http.MethodGet, Headers: http.Header{}}.ID()
	}
	p, same, other := newProject(t, blog()), newProject(t, blog()), newProject(t, blog())
	p.online(answers())
	same.online(answers())
	changed := answers()
	for name, s := range changed {
		s.body += "changed"
		changed[name] = s
	}
	other.online(changed)
	got, want := map[string]string{}, map[string]string{}
	for _, c := range [][2]string{
		{"a.txt", "File " + request + "a.txt; File remote|" + id("a.txt")},
		{"gone", "File " + request + "gone; File remote|" + id("gone")},
		{"forbidden", "File " + request + "forbidden; File remote|" + id("forbidden") + "; ERR failed to fetch remote resource from 'https://example.com/forbidden': Forbidden (while rendering content/about.md)"},
	} {
		src := fmt.Sprintf(`{{ $x := resources.GetRemote "https://example.com/%s" }}`, c[0])
		page := p.page("/about")
		got[c[0]], want[c[0]] = p.steps(page, src), c[1]
		same.steps(same.page("/about"), src)
		other.steps(other.page("/about"), src)
		for key, differs := range map[string]bool{"fetch\x00GET https://example.com/" + c[0]: false, "remote\x00" + id(c[0]): c[0] != "forbidden"} {
			q := trace.Question{Kind: trace.File, Key: key}
			first, ok := p.again(q)
			second, okSame := same.again(q)
			third, okOther := other.again(q)
			if !ok || !okSame || !okOther || first != second || (first != third) != differs {
				t.Errorf("%q: %x, of the same answer %x, of another one %x", key, first, second, third)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
