package serve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestForeignPagesAreRefused: a site that lets all read it (Access-Control-Allow-Origin) does not let them read its drafts.
func TestForeignPagesAreRefused(t *testing.T) {
	s := start(t, "/", memory{"index.html": "HOME", "_headers": "/*\n  Access-Control-Allow-Origin: *\n"}, Options{Hosts: []string{"preview.example.com"}})
	for _, tt := range []struct {
		address, header string
		want            int
	}{
		{"/", "", 200},
		{"/", "Origin: http://127.0.0.1:1313", 200},
		{"/", "Origin: http://localhost:3000", 200},
		{"/", "Origin: http://[::1]:3000", 200},
		{"/", "Origin: https://preview.example.com", 200},
		{"/", "Origin: https://evil.example", 403},
		{"/", "Origin: http://203.0.113.5", 403},
		{"/", "Origin: http://127.0.0.1.evil.example", 403},
		{"/", "Origin: null", 403},
		{"/", "Origin: file://", 403},
		{"/", "Sec-Fetch-Site: cross-site", 200}, // a link from elsewhere
		{"/__sitegen/version?path=/", "Sec-Fetch-Site: same-origin", 200},
		{"/__sitegen/version?path=/", "Sec-Fetch-Site: none", 200},
		{"/__sitegen/version?path=/", "Sec-Fetch-Site: cross-site", 403},
		{"/__sitegen/version?path=/", "Sec-Fetch-Site: same-site", 403},
		{"/__sitegen/events", "Sec-Fetch-Site: cross-site", 403},
		{"/__sitegen/events", "Origin: https://evil.example", 403},
	} {
		var headers []string
		if tt.header != "" {
			headers = append(headers, tt.header)
		}
		if got := get(s, tt.address, headers...); got.Code != tt.want {
			t.Errorf("%s, %s: %d, want %d", tt.address, tt.header, got.Code, tt.want)
		}
	}
}

// TestClimbing tries to leave the site in many spellings: the answer never has a file that is not of the site.
func TestClimbing(t *testing.T) {
	s := start(t, "/sub/", memory{"index.html": "HOME", "../secret": "SECRET", "/etc/passwd": "SECRET", "..": "SECRET"}, Options{})
	address := listen(t, s)
	ups := []string{
		"..", "%2e%2e", ".%2e", "%2E.", "%252e%252e", "..%2f", "..%5c", "..\\", "..;", "%c0%ae%c0%ae", "%e0%80%ae%e0%80%ae", "．．", "%uff0e%uff0e", ".%00.", "..%00", "....", "%2e%2e%2f%2e%2e",
	}
	for _, up := range ups {
		for _, path := range []string{"/" + up + "/secret", "/sub/" + up + "/secret", "/sub/" + up + "/" + up + "/etc/passwd", "/sub//" + up + "//secret", "/sub/x/" + up + "/" + up + "/secret", "//" + up + "/secret"} {
			status, body := raw(t, address, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
			if status == 200 || strings.Contains(body, "SECRET") {
				t.Errorf("%s: %d %.80s", path, status, body)
			}
		}
	}
	for _, line := range []string{"GET http://evil.example/ HTTP/1.1", "GET secret HTTP/1.1", "CONNECT /sub/ HTTP/1.1", "GET /sub/ HTTP/9.9"} {
		if status, body := raw(t, address, line+"\r\nHost: evil.example\r\nConnection: close\r\n\r\n"); status == 200 {
			t.Errorf("%s: %.80s", line, body)
		}
	}
}

// raw sends bytes and reads the answer.
func raw(t *testing.T, address, request string) (status int, body string) {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(20 * time.Second))
	io.WriteString(c, request)
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	data, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(data)
}

// TestSlowBody: a client that promises a body and never sends it gets its answer, and the connection ends.
func TestSlowBody(t *testing.T) {
	s := start(t, "/", memory{"index.html": "HOME"}, Options{})
	for _, method := range []string{"GET", "POST"} {
		began := time.Now()
		status, _ := raw(t, listen(t, s), method+" / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
		if status == 0 || time.Since(began) > 10*time.Second {
			t.Errorf("%s: %d after %s", method, status, time.Since(began))
		}
	}
}

func TestLargeHead(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, "/", memory{"index.html": "HOME"}, Options{})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx, l) }()
	defer func() { stop(); <-ended }()
	if status, _ := raw(t, l.Addr().String(), "GET / HTTP/1.1\r\nHost: localhost\r\nX: "+strings.Repeat("x", 2*mostHeader)+"\r\n\r\n"); status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a large head: %d", status)
	}
}

// TestManyStreams opens many streams at once, shows states meanwhile, and ends them: each has the last state, and
// nothing is left of them.
func TestManyStreams(t *testing.T) {
	const streams = 500
	s := start(t, "/", memory{"index.html": "HOME"}, Options{})
	address := listen(t, s)
	before := runtime.NumGoroutine()
	var all []*stream
	for range streams {
		all = append(all, follow(t, address))
	}
	for range 100 {
		s.Show(site(t, "/", memory{"index.html": "HOME"}), []string{"index.html"}, "")
	}
	for _, f := range all {
		for f.next().ID != fmt.Sprint("t-", 101) {
		}
		f.body.Close()
	}
	for end := time.Now().Add(20 * time.Second); s.Streams() > 0 || runtime.NumGoroutine() > before+20; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d streams and %d goroutines are left, %d before", s.Streams(), runtime.NumGoroutine(), before)
		}
	}
}
