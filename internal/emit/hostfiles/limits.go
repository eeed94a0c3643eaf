package hostfiles

import (
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/listing"
)

// ownLimits returns the limits that the project sets.
func ownLimits(cfg *config.Config) map[hosting.Measure]int64 {
	l := &cfg.Deploy.Limits
	return map[hosting.Measure]int64{
		hosting.Files: int64(l.Files), hosting.FolderFiles: int64(l.FolderFiles), hosting.FileBytes: int64(l.FileBytes),
		hosting.TotalBytes: int64(l.TotalBytes), hosting.RedirectRules: int64(l.Redirects),
		hosting.PatternRules: int64(l.RedirectPatterns), hosting.RedirectChars: int64(l.RedirectLength),
		hosting.RedirectBytes: int64(l.RedirectBytes), hosting.HeaderRules: int64(l.HeaderRules),
		hosting.HeaderChars: int64(l.HeaderLength),
	}
}

// Limits returns the limits of the configured hosts, and of another one by name; "" for none. With discovery.headers
// alone, they are those of the file _headers.
func Limits(cfg *config.Config, other string) []hosting.Limit {
	hosts := cfg.Deploy.Hosts
	if other != "" && !cfg.Deploy.For(other) {
		hosts = append(hosts[:len(hosts):len(hosts)], other)
	}
	switch {
	case len(hosts) > 0:
		return hosting.LimitsOf(hosts, ownLimits(cfg))
	case cfg.Discovery.Headers:
		return hosting.HeadersAlone(ownLimits(cfg))
	}
	return nil
}

// Outputs are all outputs of a build.
type Outputs interface {
	// Each calls f for each output, in any order.
	Each(f func(path string, size int64))
}

// CheckLimits warns of limits of the configured hosts that the outputs exceed. hosts are the folders that are the root
// of a host; read returns the text of an output, or "".
func CheckLimits(cfg *config.Config, hosts []string, out Outputs, read func(path string) string) (found diag.List) {
	limits := Limits(cfg, "")
	if len(limits) == 0 {
		return nil
	}
	for _, host := range hosts {
		t := hosting.NewTally(limits)
		out.Each(func(path string, size int64) {
			if host != "" {
				below, ok := strings.CutPrefix(path, host+"/")
				if !ok {
					return
				}
				path = below
			}
			t.Add(path, size)
		})
		t.Rules(read(path.Join(host, Redirects)), read(path.Join(host, Headers)))
		for _, e := range t.Over() {
			d := t.Warning(e)
			own := "deploy.limits." + strings.ToLower(string(e.Of))
			d.File, d.Line = listing.Origin(cfg, own, "deploy.hosts", "discovery.headers")
			if host != "" {
				d.Message = host + ": " + d.Message
			}
			found = append(found, d)
		}
	}
	return found
}
