package resource

import (
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/assets/remote"
	"github.com/sitegen/sitegen/internal/config"
)

// remoteType returns the media type of a response, "" if it is not known. The header counts if the configuration trusts
// it (security.http.mediaTypes), else the content and, for texts, the name.
func (f *Files) remoteType(res *remote.Response, name string) string {
	said := res.Header.Get("Content-Type")
	if res.Method == http.MethodHead || config.Permits(f.o.Config.Remote.MediaTypes, said) {
		if plain, _, err := mime.ParseMediaType(said); err == nil {
			return plain
		}
	}
	found, _, _ := strings.Cut(http.DetectContentType(res.Body), ";")
	if found == "text/xml" {
		found = "application/xml"
	}
	if found == media.Octet || f.o.Config.MediaTypes[found] == nil {
		return ""
	}
	hinted := f.hintedType(said, name)
	switch {
	case hinted == "" || hinted == found:
		return found
	case isText(found) && isText(hinted):
		return hinted
	}
	return "" // for example, an image named like a script
}

// hintedType returns the media type that the header and the name of a response suggest; "" for none.
func (f *Files) hintedType(said, name string) string {
	var hints []string
	if strings.HasPrefix(said, "text/plain") {
		hints = []string{".txt"}
	} else {
		hints, _ = mime.ExtensionsByType(said)
	}
	if ext := path.Ext(name); ext != "" && (hints == nil || hints[0] == ".txt") {
		hints = []string{ext}
	}
	types := f.assets().types
	for _, h := range hints {
		if t, known := types.Lookup("x" + h); known && t != media.Octet {
			return t
		}
	}
	return ""
}

// isText reports whether content of a media type is text.
func isText(mediaType string) bool {
	main, sub, _ := strings.Cut(mediaType, "/")
	if main == "text" {
		return true
	}
	for _, s := range []string{"javascript", "json", "rss", "xml", "svg", "toml", "yaml", "atom", "manifest"} {
		if strings.Contains(sub, s) {
			return true
		}
	}
	return false
}

// dotted returns a URL whose host is a number, as in http://2130706433/, with that number in its usual form; false for
// other URLs. A rule that forbids an IP address applies to all its forms.
func dotted(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil {
		return "", false
	}
	ip, ok := numericHost(u.Hostname())
	if !ok || ip == u.Hostname() {
		return "", false
	}
	u.Host = strings.Replace(u.Host, u.Hostname(), ip, 1)
	return u.String(), true
}

// numericHost reads an IPv4 address like inet_aton: up to four numbers, decimal, octal, or hexadecimal, the last of
// which fills the remaining bytes.
func numericHost(host string) (string, bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return "", false
	}
	n := uint64(0)
	for i, p := range parts {
		v, err := strconv.ParseUint(octal(p), 0, 64)
		room := uint(8)
		if last := i == len(parts)-1; last {
			room = uint(8 * (4 - i))
		}
		if err != nil || strings.ContainsAny(p, "_+-") || v >= 1<<room {
			return "", false
		}
		n = n<<room | v
	}
	return netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}).String(), true
}

// octal converts a number so that Go's own prefixes are not recognized.
func octal(p string) string {
	lower := strings.ToLower(p)
	if strings.HasPrefix(lower, "0b") || strings.HasPrefix(lower, "0o") {
		return "x"
	}
	return lower
}
