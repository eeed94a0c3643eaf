package hosting

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The rules of [server] in a Hugo configuration: https://gohugo.io/configuration/server/
func TestServer(t *testing.T) {
	s, err := ReadServer(map[string]any{
		"headers": []any{
			map[string]any{"for": "/**.html", "values": map[string]any{"x-one": "1", "referrer-policy": "strict-origin"}},
			map[string]any{"for": "/a/*", "values": map[string]any{"x-two": 2}},
		},
		"redirects": []any{
			map[string]any{"from": "/old/**", "to": "/new/", "status": uint64(302)},
			map[string]any{"fromre": `^/(\d+)/(.*)$`, "to": "/$2/in/$1", "force": true},
			map[string]any{"from": "/fr", "to": "/en", "fromheaders": map[string]any{"Accept-Language": "en*"}},
			map[string]any{"from": "/**", "to": "/404.html", "status": int64(404)},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []Field{{"Referrer-Policy", "strict-origin"}, {"X-One", "1"}, {"X-Two", "2"}}
	if diff := cmp.Diff(want, s.For("/a/b/c.html")); diff != "" {
		t.Error(diff)
	}
	if got := s.For("/a.css"); got != nil {
		t.Error(got)
	}
	english := http.Header{"Accept-Language": {"en-GB"}}
	for _, tt := range []struct {
		path   string
		header http.Header
		want   Answer
	}{
		{"/old/a/b", nil, Answer{To: "/new/", Status: 302}},
		{"/2024/x/index.html", nil, Answer{To: "/x//in/2024", Status: 301, Force: true}},
		{"/fr", english, Answer{To: "/en", Status: 301}},
		{"/fr", nil, Answer{To: "/404.html", Status: 404}},
	} {
		if got, ok := s.Match(tt.path, tt.header); !ok || got != tt.want {
			t.Errorf("%s: %+v %v", tt.path, got, ok)
		}
	}
	for text, table := range map[string]map[string]any{
		"server.redirects 1: from or fromRe is missing":                            {"redirects": []any{map[string]any{"to": "/"}}},
		"server.redirects 1: fromRe: error parsing regexp: missing closing ): `(`": {"redirects": []any{map[string]any{"fromre": "("}}},
	} {
		if _, err := ReadServer(table); err == nil || err.Error() != text {
			t.Errorf("%v, want %s", err, text)
		}
	}
}
