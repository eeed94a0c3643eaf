package config

import (
	"fmt"
	"slices"
	"strconv"
	"time"
)

// Remote contains the permissions and settings of remote requests:
// https://gohugo.io/configuration/security/#httpurls, https://gohugo.io/configuration/caches/
type Remote struct {
	URLs       []string      // regular expressions of allowed URLs; "! " forbids
	Methods    []string      // the same for methods
	MediaTypes []string      // of content types that are believed
	MaxAge     time.Duration // time to keep responses; negative: until the user deletes them
	Timeout    time.Duration // total time limit for a response, including retries
}

// defaultRemote is Hugo's default: public hosts that have a name.
func defaultRemote() Remote {
	return Remote{
		URLs:    []string{`(?i)^https?://[a-z0-9]`, `! ^https?://\d+\.`, `! (?i)localhost`, `! (?i)^https?://[^/?#]*@`},
		Methods: []string{"(?i)GET|POST"},
		MaxAge:  -1, Timeout: time.Minute,
	}
}

// Public reports whether only servers on the public internet may be requested, which is the case unless the
// configuration sets the allowed URLs.
func (r Remote) Public() bool { return slices.Equal(r.URLs, defaultRemote().URLs) }

func readRemote(r reader) Remote {
	out := defaultRemote()
	http := r.sub("security").sub("http")
	http.list("urls", &out.URLs)
	http.list("methods", &out.Methods)
	http.list("mediatypes", &out.MediaTypes)
	r.duration("timeout", &out.Timeout, time.Millisecond)
	r.sub("caches").sub("getresource").duration("maxage", &out.MaxAge, time.Second)
	return out
}

// duration reads a duration as text ("12h"), or as a number of units.
func (r reader) duration(key string, into *time.Duration, unit time.Duration) {
	switch v := r.value(key).(type) {
	case nil:
	case int, int64, uint64, float64:
		var n float64
		_, _ = fmt.Sscan(fmt.Sprint(v), &n)
		*into = time.Duration(n * float64(unit))
	case string:
		if d, err := time.ParseDuration(v); err == nil {
			*into = d
		} else if n, err := strconv.Atoi(v); err == nil {
			*into = time.Duration(n) * unit
		} else {
			r.wrong(key, "a duration such as 30s", v)
		}
	default:
		r.wrong(key, "a duration such as 30s", v)
	}
}
