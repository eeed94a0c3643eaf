package resource

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/assets/remote"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

const (
	remoteQuestion = "remote\x00" // key: ID of a request
	fetchQuestion  = "fetch\x00"  // key: method and URL
)

// getRemote implements resources.GetRemote: nil if the server responds that the resource does not exist.
// https://gohugo.io/functions/resources/getremote/
func getRemote(c Scope, args ...any) (any, error) {
	if len(args) == 0 || len(args) > 2 {
		return nil, errors.New("must provide an URL and optionally an options map")
	}
	address, err := tmpl.Key(args[0])
	if err != nil {
		address = tmpl.Text(args[0])
	}
	var options map[string]any
	if len(args) == 2 && args[1] != nil {
		var ok bool
		if options, ok = tmpl.Map(args[1]); !ok {
			return nil, fmt.Errorf("the options are a map, not %T", args[1])
		}
	}
	q, shown, err := remoteRequest(address, options)
	if err != nil {
		return nil, err
	}
	f := c.Resources()
	if err := f.askMayFetch(c, q.Method+" "+q.URL); err != nil {
		return nil, &remoteError{err, nil}
	}
	if f.o.Remote == nil {
		return nil, &remoteError{errors.New("nothing is fetched from the network here"), nil}
	}
	res, err := f.o.Remote.Get(c.Running().Context, q)
	if ended := c.Running().Context.Err(); ended != nil {
		return nil, ended
	}
	f.askRemote(c, q.ID())
	if err != nil {
		return nil, asTemplateError(err, shown)
	}
	if res.Code == http.StatusNotFound {
		return nil, nil
	}
	return f.remoteResource(q, res, shown)
}

// remoteRequest reads the arguments of GetRemote. shown are the headers of the response that templates see.
func remoteRequest(address string, options map[string]any) (q remote.Request, shown []string, err error) {
	q = remote.Request{URL: address, Method: http.MethodGet}
	if _, err := url.Parse(address); err != nil {
		return q, nil, fmt.Errorf("failed to parse URL for resource %s: %w", address, err)
	}
	var o struct {
		Method, Body, Key string
		Headers           map[string][]string
		ResponseHeaders   []string
		Timeout           any
	}
	if err := decodeOptions("resources.GetRemote", options, &o); err != nil {
		return q, nil, err
	}
	if o.Method != "" {
		q.Method = strings.ToUpper(o.Method)
	}
	if o.Body != "" {
		q.Body = []byte(o.Body)
	}
	q.Key, q.Headers = o.Key, http.Header{}
	for name, values := range o.Headers {
		q.Headers[http.CanonicalHeaderKey(name)] = values
	}
	if o.Timeout != nil {
		if q.Timeout, err = duration(o.Timeout); err != nil {
			return q, nil, fmt.Errorf("invalid timeout for resource %s: %w", address, err)
		}
	}
	return q, o.ResponseHeaders, nil
}

// duration reads a duration as text, or in nanoseconds.
func duration(v any) (time.Duration, error) {
	if d, ok := v.(time.Duration); ok {
		return d, nil
	}
	if n, err := tmpl.Int(v); err == nil {
		return time.Duration(n), nil
	}
	return time.ParseDuration(tmpl.Text(v))
}

// askRemote records which response is kept.
func (f *Files) askRemote(c Scope, id string) {
	if f.o.Remote == nil {
		return
	}
	_, hash := f.o.Remote.Kept(id)
	c.Ask(trace.File, remoteQuestion+id, trace.HashString(hash))
}

// AskAboutRemote asks again for the kept response. Nothing is fetched for that.
func (f *Files) AskAboutRemote(c Scope, id string) { f.askRemote(c, id) }

// askMayFetch records whether the configuration allows a request, given as method and URL.
func (f *Files) askMayFetch(c Scope, request string) error {
	method, address, _ := strings.Cut(request, " ")
	err := MayFetch(f.o.Config, address)
	if err == nil && !config.Permits(f.o.Config.Remote.Methods, method) {
		err = denied{method, "security.http.methods"}
	}
	answer := uint64(1)
	if err != nil {
		answer = trace.HashString(err.Error())
	}
	c.Ask(trace.File, fetchQuestion+request, answer)
	return err
}

// AskWhetherToFetch asks again whether the configuration allows a request.
func (f *Files) AskWhetherToFetch(c Scope, request string) { _ = f.askMayFetch(c, request) }

// denied says that the configuration does not allow something.
type denied struct{ what, key string }

// Error names the configuration key that may allow it.
func (d denied) Error() string {
	return fmt.Sprintf("access denied: %q is not allowed by %s of the configuration", d.what, d.key)
}

// MayFetch reports whether the configuration allows fetching a URL; nil: it does.
// https://gohugo.io/configuration/security/
func MayFetch(cfg *config.Config, address string) error {
	allowed := config.Permits(cfg.Remote.URLs, address)
	if plain, ok := dotted(address); ok && allowed {
		allowed = config.Permits(cfg.Remote.URLs, plain)
	}
	if !allowed {
		return denied{address, "security.http.urls"}
	}
	return nil
}

// remoteResource makes a resource from a response, once per build.
func (f *Files) remoteResource(q remote.Request, res *remote.Response, shown []string) (*Resource, error) {
	type remoteKey struct{ id, shown string }
	key := remoteKey{q.ID(), strings.Join(shown, "\x00")}
	if r, ok := f.made.Load(key); ok {
		return r.(*Resource), nil
	}
	name := path.Base(urlPath(q.URL))
	if _, params, _ := mime.ParseMediaType(res.Header.Get("Content-Disposition")); params["filename"] != "" {
		name = path.Base(params["filename"])
	}
	mediaType := f.remoteType(res, name)
	if mediaType == "" {
		return nil, fmt.Errorf("failed to resolve media type for remote resource %q", q.URL)
	}
	suffix := MediaTypeOf(f.o.Config, mediaType).FirstSuffix().FullSuffix
	target := strings.TrimSuffix(name, path.Ext(name)) + "_" + q.ID() + suffix
	return par.OnceFor(&f.made, key, func() *Resource {
		r := f.newResource(target, res.Body, mediaType)
		r.data, r.kept = responseData(res, false, shown), true
		return r
	}), nil
}

func urlPath(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Path
}

// responseData returns the data of a response in templates, other than its content.
func responseData(res *remote.Response, body bool, shown []string) map[string]any {
	headers := map[string][]string{}
	for name, values := range res.Header {
		if slices.ContainsFunc(shown, func(s string) bool { return strings.EqualFold(s, name) }) {
			headers[name] = values
		}
	}
	m := map[string]any{
		"StatusCode": res.Code, "Status": res.Status, "TransferEncoding": res.Encoding,
		"ContentLength": res.ContentLength, "ContentType": res.Header.Get("Content-Type"), "Headers": headers,
	}
	if body {
		m["Body"] = string(res.Body)
	}
	return m
}

// asTemplateError adds to a failed response the data that templates read from it.
func asTemplateError(err error, shown []string) error {
	var status *remote.StatusError
	if errors.As(err, &status) {
		return &remoteError{err, responseData(status.Response, true, shown)}
	}
	return &remoteError{err, nil}
}

// remoteError is the error in try for a failed response.
type remoteError struct {
	error
	// Data is the response (map): StatusCode, Status, Body …; nil if there was none.
	Data map[string]any
}
