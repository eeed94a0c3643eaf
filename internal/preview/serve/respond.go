package serve

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
)

// answer finds the answer to a request and passes it to send with an opened file. While a build is shown early,
// a missing page may still be rendered, and a rendering may fail; then the next state answers. st is nil if the
// client disconnected.
func (s *Server) answer(r *http.Request, st *state, send func(st *state, a answer, c *contents, err error)) {
	for st != nil && st.site != nil {
		a := st.site.resolve(r)
		var c *contents
		var err error
		if a.file != nil {
			c, err = openOutput(r.Context(), a.file)
		}
		absent := a.status == http.StatusNotFound || a.status == http.StatusGone
		if !st.early() || err == nil && !absent {
			send(st, a, c, err)
			if c != nil {
				c.Close()
			}
			return
		}
		if c != nil {
			c.Close()
		}
		st = s.following(r.Context(), st)
	}
	if st != nil {
		send(st, answer{}, nil, nil)
	}
}

// respond sends a page or another file of the site.
func (s *Server) respond(w http.ResponseWriter, r *http.Request, now *state) {
	s.answer(r, now, func(st *state, a answer, c *contents, err error) {
		w.Header().Set("Cache-Control", s.caching())
		switch {
		case st.site == nil:
			s.failedPage(w, r, st)
		case err != nil:
			s.cannotOpen(w, r, a, err)
		case a.location != "":
			w.Header().Set("Location", a.location)
			w.WriteHeader(a.status)
		case a.proxy != "":
			s.proxy(w, r, a.proxy, st.site.server.private)
		case a.file == nil:
			s.page(w, r, st, page{status: a.status, html: notFound(r.URL.Path), version: "none"})
		default:
			s.file(w, r, st, a, c)
		}
	})
}

// caching returns the Cache-Control header of all responses. It overrides the site's own headers, because a
// preview must show the current files, and tomorrow another project's preview may use the same URL.
func (s *Server) caching() string {
	if s.o.NoCache {
		return "no-store"
	}
	return "no-cache"
}

// page is an HTML response before our script is inserted.
type page struct {
	status  int
	html    []byte
	version string
	file    string // URL of the output; "" if the page does not show a single output
	badge   Badge
	failed  bool
}

// file sends an output.
func (s *Server) file(w http.ResponseWriter, r *http.Request, st *state, a answer, content *contents) {
	for _, f := range slices.Concat(st.site.server.For(a.path), a.mount.headers.For(a.path)) {
		setHeader(w.Header(), f)
	}
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", s.contentType(a.file))
	}
	if a.varies {
		w.Header().Add("Vary", "Accept")
	}
	if strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		html, err := content.all()
		if err != nil {
			s.cannotOpen(w, r, a, err)
			return
		}
		p := page{status: a.status, html: html, version: s.htmlVersion(st, a, html), badge: st.site.badges[a.file.Page]}
		if a.status == http.StatusOK {
			p.file = st.site.address(a.file.Path)
		}
		s.page(w, r, st, p)
		return
	}
	s.send(w, r, a.status, content, content.version)
}

// contents is an opened output.
type contents struct {
	io.ReadSeekCloser
	version string // differs when the bytes do
	size    int64
	data    []byte // nil for a file of the disk
}

// all returns all bytes.
func (c *contents) all() ([]byte, error) {
	if c.data != nil {
		return c.data, nil
	}
	return readSized(c, int(c.size))
}

// readSized reads all bytes, of which there are about size.
func readSized(r io.Reader, size int) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(size + bytes.MinRead) // room to see the end
	_, err := b.ReadFrom(r)
	return b.Bytes(), err
}

// openOutput opens an output and determines its version: for a file on disk, which may be large, by size and
// time, else by its bytes.
func openOutput(ctx context.Context, f *File) (*contents, error) {
	r, err := f.Open(ctx)
	if err != nil {
		return nil, err
	}
	c := &contents{ReadSeekCloser: r}
	if onDisk, ok := r.(interface{ Stat() (fs.FileInfo, error) }); ok {
		info, err := onDisk.Stat()
		if err == nil && info.Mode().IsRegular() {
			c.size = info.Size()
			c.version = strconv.FormatInt(info.Size(), 36) + "-" + strconv.FormatInt(info.ModTime().UnixNano(), 36)
			return c, nil
		}
	}
	size := 0
	if known, ok := r.(interface{ Len() int }); ok {
		size = known.Len()
	}
	data, err := readSized(r, size)
	if err == nil {
		_, err = r.Seek(0, io.SeekStart)
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	c.size, c.version, c.data = int64(len(data)), hash(data), data
	return c, nil
}

func hash(b []byte) string { return strconv.FormatUint(trace.Hash(b), 36) }

// htmlVersion returns the version of an HTML page, which pages compare: a hash of bytes, badge, and status.
func (s *Server) htmlVersion(st *state, a answer, html []byte) string {
	b := st.site.badges[a.file.Page]
	return hash([]byte(hash(html) + "\x00" + strconv.Itoa(a.status) + "\x00" + b.Label + "\x00" + b.Reason))
}

// cannotOpen answers if a file was removed during the request. The next build will notice.
func (s *Server) cannotOpen(w http.ResponseWriter, r *http.Request, a answer, err error) {
	if r.Context().Err() == nil {
		refuse(w, http.StatusInternalServerError, fmt.Sprintf("%s cannot be read: %v\n", a.file.Path, err))
	}
}

// version answers a page that asks whether it is current, and what has changed since the state that it knows.
func (s *Server) version(w http.ResponseWriter, r *http.Request, now *state) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	u, err := url.ParseRequestURI(r.URL.Query().Get("path"))
	if err != nil || u.Host != "" || !cleanPath(u.Path) {
		refuse(w, http.StatusBadRequest, "The path is missing.\n")
		return
	}
	ask := r.Clone(r.Context())
	ask.URL = u
	s.answer(ask, now, func(st *state, a answer, c *contents, err error) {
		var html []byte
		if err == nil && c != nil {
			html, err = c.all()
		}
		now := changes{ID: st.id}
		if m, ok := st.site.whereabouts(u.Path); ok && a.status >= http.StatusNotFound {
			now.Moved, now.Gone = m.to, m.gone
		}
		now.Back = st.site.back(r, r.URL.Query().Get("was"))
		switch {
		case st.site == nil:
			now.Version = st.failedVersion()
		case err != nil:
			s.cannotOpen(w, r, a, err)
			return
		case c == nil:
			now.Version = "none" + a.location + a.proxy
		default:
			now.Version = s.htmlVersion(st, a, html)
		}
		s.mu.Lock()
		s.news.since(r.URL.Query().Get("since"), &now)
		s.mu.Unlock()
		if err := json.NewEncoder(w).Encode(now); err != nil {
			return // the page is gone
		}
	})
}

// page sends HTML with our script.
func (s *Server) page(w http.ResponseWriter, r *http.Request, st *state, p page) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
	}
	html, version := p.html, p.version
	w.Header().Add("Vary", "Sec-Fetch-Dest")
	if !s.o.NoReload && opened(r) {
		html = s.inject(w.Header(), r, st, p)
		version += "-" + st.id
	}
	s.send(w, r, p.status, bytes.NewReader(html), version)
}

// opened reports whether the browser opens a page, as opposed to a script that reads it, which gets the page as
// built. Without the header (https://www.w3.org/TR/fetch-metadata/) it returns true.
func opened(r *http.Request) bool {
	return r.Header.Get("Sec-Fetch-Dest") != "empty"
}

// Compression is used between these sizes: it saves nothing below, and needs too much memory above.
const (
	leastZipped = 1 << 10
	mostZipped  = 16 << 20
)

// send sends content with an ETag, compressed if the client accepts that and does not request a range.
func (s *Server) send(w http.ResponseWriter, r *http.Request, status int, content io.ReadSeeker, version string) {
	h := w.Header()
	h.Set("ETag", `"`+version+`"`)
	if status != http.StatusOK {
		r = r.Clone(r.Context()) // conditions and ranges do not apply to an error page
		for _, name := range []string{"If-None-Match", "If-Modified-Since", "Range", "If-Range"} {
			r.Header.Del(name)
		}
		w = &withStatus{w, status}
	}
	if compressible(h.Get("Content-Type")) {
		h.Add("Vary", "Accept-Encoding")
		if r.Header.Get("Range") == "" && acceptsGzip(r.Header.Get("Accept-Encoding")) {
			if zipped, ok := s.zip(content); ok {
				h.Set("Content-Encoding", "gzip")
				h.Set("Content-Length", strconv.Itoa(len(zipped)))
				h.Set("ETag", `"`+version+`-gzip"`)
				content = bytes.NewReader(zipped)
			}
		}
	}
	http.ServeContent(w, r, "", time.Time{}, content)
}

// withStatus sends a status other than 200.
type withStatus struct {
	http.ResponseWriter
	status int
}

func (w *withStatus) WriteHeader(status int) {
	if status == http.StatusOK {
		status = w.status
	}
	w.ResponseWriter.WriteHeader(status)
}

// zip compresses content of a suitable size.
func (s *Server) zip(content io.ReadSeeker) ([]byte, bool) {
	size, err := content.Seek(0, io.SeekEnd)
	if _, back := content.Seek(0, io.SeekStart); err != nil || back != nil || size < leastZipped || size > mostZipped {
		return nil, false
	}
	var out bytes.Buffer
	z := s.zips.Get().(*gzip.Writer)
	z.Reset(&out)
	defer s.zips.Put(z)
	if _, err := io.Copy(z, content); err != nil || z.Close() != nil {
		content.Seek(0, io.SeekStart)
		return nil, false
	}
	return out.Bytes(), true
}

// acceptsGzip parses Accept-Encoding: RFC 9110 §12.5.3.
func acceptsGzip(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		coding, rest, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			q, weighed := strings.CutPrefix(strings.TrimSpace(rest), "q=")
			weight, err := strconv.ParseFloat(q, 64)
			return !weighed || err == nil && weight > 0
		}
	}
	return false
}

// compressible reports whether a content type is textual.
func compressible(contentType string) bool {
	t, _, _ := strings.Cut(contentType, ";")
	switch t {
	case "application/json", "application/javascript", "application/xml", "application/wasm", "font/ttf", "font/otf":
		return true
	}
	return strings.HasPrefix(t, "text/") || strings.HasSuffix(t, "+xml") || strings.HasSuffix(t, "+json")
}

// contentType returns the Content-Type of an output. All text that sitegen writes is UTF-8, and hosts declare
// text files as UTF-8.
func (s *Server) contentType(f *File) string {
	t := f.MediaType
	if t == "" || t == media.Octet {
		t = s.types.Of(path.Base(f.Path))
	}
	if strings.Contains(t, ";") {
		return t
	}
	switch {
	case strings.HasPrefix(t, "text/"), t == "application/javascript", t == "application/json", t == "application/xml",
		strings.HasSuffix(t, "+xml"), strings.HasSuffix(t, "+json"):
		return mime.FormatMediaType(t, map[string]string{"charset": "utf-8"})
	}
	return t
}

// setHeader sets a header of the site, unless it concerns the connection, or makes a browser remember something
// about this URL.
func setHeader(h http.Header, f hosting.Field) {
	switch f.Name {
	case "Accept-Ranges", "Age", "Allow", "Alt-Svc", "Basic-Auth", "Clear-Site-Data", "Connection", "Content-Encoding",
		"Content-Length",
		"Content-Range", "Date", "Etag", "Last-Modified", "Server", "Set-Cookie", "Trailer", "Transfer-Encoding", "Upgrade",
		"Cache-Control", "Cdn-Cache-Control", "Expires", "Pragma", "Strict-Transport-Security":
	default:
		h.Set(f.Name, f.Value)
	}
}

// proxy forwards the response of another server: a rewrite whose target is a URL. Rules written by other people
// must not use the preview to read what only this machine can reach.
func (s *Server) proxy(w http.ResponseWriter, r *http.Request, address string, private bool) {
	target, err := url.Parse(address)
	if err != nil {
		refuse(w, http.StatusBadGateway, fmt.Sprintf("%q in _redirects is not a valid URL.\n", address))
		return
	}
	transport := s.public
	if private {
		transport = http.DefaultTransport
	}
	(&httputil.ReverseProxy{
		Transport: transport,
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL, p.Out.Host = target, target.Host
			p.Out.Header.Del("Cookie") // of 127.0.0.1, from any program
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			refuse(w, http.StatusBadGateway, fmt.Sprintf("The host would return the response of %s. The preview can't: %v\n",
				address, err))
		},
	}).ServeHTTP(w, r)
}
