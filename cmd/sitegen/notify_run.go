package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/finished/diff"
	"github.com/sitegen/sitegen/internal/finished/linkcheck"
	"github.com/sitegen/sitegen/internal/finished/notify"
)

// wants reports whether a service gets a message.
func (n *notifying) wants(name string) bool { return len(n.only) == 0 || slices.Contains(n.only, name) }

// choose selects the services.
func (n *notifying) choose() error {
	c := n.cfg.Notify
	c.IndexNowKey = cmp.Or(n.key, c.IndexNowKey)
	base, err := url.Parse(n.now.Base)
	if err != nil {
		return err
	}
	switch {
	case !n.wants("indexnow"):
	case c.IndexNowKey == "":
		n.skipped = append(n.skipped,
			`IndexNow: no key is set; choose one (8 to 128 letters, digits, and dashes), set notify.indexNowKey, build, and upload`)
	default:
		if err := n.indexNow(base, c.IndexNowKey, c.IndexNow); err != nil {
			return err
		}
	}
	if n.wants("websub") && c.WebSub {
		if err := n.webSub(); err != nil {
			return err
		}
	}
	switch {
	case !n.wants("baidu"):
	case c.BaiduToken == "":
		if len(n.only) > 0 {
			n.skipped = append(n.skipped, "Baidu: no token is set; set the variable SITEGEN_NOTIFY_BAIDUTOKEN")
		}
	default:
		site := c.BaiduSite
		if site == "" {
			site = base.Scheme + "://" + base.Host
		}
		n.services = append(n.services, notify.Baidu{Address: c.Baidu, Site: site, Token: c.BaiduToken})
	}
	return nil
}

// indexNow selects the search engines of IndexNow, if the folder contains the key.
func (n *notifying) indexNow(base *url.URL, key string, addresses []string) error {
	file := filepath.Join(n.dir, key+".txt")
	text, err := os.ReadFile(file)
	switch {
	case err != nil:
		return fmt.Errorf("%s does not exist, and without it search engines do not accept the key: set notify.indexNowKey, build, and upload, or create the file", file)
	case strings.TrimSpace(string(text)) != key:
		return fmt.Errorf("%s does not contain the key", file)
	}
	for _, a := range addresses {
		n.services = append(n.services, notify.IndexNow{
			Address: a, Host: base.Host, Key: key,
			KeyLocation: n.now.Address("/" + key + ".txt"),
		})
	}
	return nil
}

// webSub selects the hubs that the feeds name.
func (n *notifying) webSub() error {
	n.topics, n.known = map[string][]notify.Change{}, map[string]bool{}
	was := map[string]diff.Feed{}
	if n.old != nil {
		for _, f := range n.old.Feeds {
			was[f.URL] = f
		}
	}
	for _, f := range n.now.Feeds {
		rel, err := url.PathUnescape(strings.TrimPrefix(f.URL, "/"))
		if err != nil {
			return err
		}
		data, err := os.ReadFile(filepath.Join(n.dir, filepath.FromSlash(rel)))
		if err != nil {
			return err
		}
		t, ok := notify.ReadTopic(data)
		if !ok || !strings.HasPrefix(t.Self, strings.TrimSuffix(n.now.Base, "/")+"/") {
			continue
		}
		if old, there := was[f.URL]; there && slices.Equal(old.Items, f.Items) {
			n.known[t.Self] = true
		}
		for _, hub := range t.Hubs {
			n.topics[hub] = append(n.topics[hub], notify.Change{URL: t.Self, Print: t.Print})
		}
	}
	for _, hub := range slices.Sorted(maps.Keys(n.topics)) {
		n.services = append(n.services, notify.WebSub{Hub: hub})
	}
	return nil
}

// site returns what messages to a service may mention.
func (n *notifying) site() (notify.Site, error) {
	s := notify.Site{Known: map[string]bool{}}
	for _, p := range n.now.Offered() {
		s.Now = append(s.Now, notify.Change{URL: n.now.Address(p.URL), Print: p.Print()})
	}
	if n.old == nil {
		return s, nil
	}
	res, err := diff.Compare(n.old, n.now, diff.CompareOptions{})
	if err != nil {
		return s, err
	}
	changed := map[string]bool{}
	for _, u := range slices.Concat(res.Added, res.Changed) {
		changed[n.now.Address(u)] = true
	}
	for _, m := range res.Moved {
		changed[n.now.Address(m.To)] = true
		s.Gone = append(s.Gone, n.now.Address(m.From))
	}
	for _, u := range res.Removed {
		s.Gone = append(s.Gone, n.now.Address(u))
	}
	s.Gone = slices.DeleteFunc(s.Gone, func(u string) bool {
		return !strings.HasPrefix(u,
			strings.TrimSuffix(n.now.Base, "/")+"/")
	})
	for _, c := range s.Now {
		s.Known[c.URL] = !changed[c.URL]
	}
	return s, nil
}

// run sends all messages.
func (n *notifying) run(ctx context.Context) (*told, error) {
	site, err := n.site()
	if err != nil {
		return nil, err
	}
	out := &told{Base: n.now.Base, DryRun: n.dry, Services: []toldService{}, Skipped: append([]string{}, n.skipped...)}
	pending := make([][]notify.Change, len(n.services))
	for i, s := range n.services {
		of := site
		if hub, is := s.(notify.WebSub); is {
			of = notify.Site{Now: n.topics[hub.Hub], Known: n.known}
		}
		pending[i] = notify.Pending(s, of, n.state)
	}
	first := n.state.Empty()
	if n.consoles || n.dry || first {
		out.Sitemap, out.Consoles = n.sitemap(), notify.Consoles(n.now.Base)
	}
	if n.verify && !n.dry && !n.mark {
		if pending, err = n.verified(ctx, pending, out); err != nil {
			return nil, err
		}
	}
	for i, s := range n.services {
		res := toldService{Result: notify.Result{Service: s.Name(), Left: len(pending[i])}}
		switch {
		case n.dry:
			res.Pending = pending[i]
		case n.mark:
			n.state.Mark(s, pending[i])
			res.Left = 0
			err = n.save()
		default:
			res.Result, err = notify.Send(ctx, s, pending[i], n.state, n.options, n.save)
		}
		out.Services = append(out.Services, res)
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// verified checks everything in the messages against the live site, and removes what does not match.
func (n *notifying) verified(ctx context.Context, pending [][]notify.Change,
	out *told,
) ([][]notify.Change, error) {
	gone := map[string]bool{}
	var urls []string
	for i, list := range pending {
		if x, is := n.services[i].(notify.IndexNow); is && len(list) > 0 {
			if why := notify.CheckKey(ctx, x, n.options); why != "" {
				return nil, fmt.Errorf("nothing was sent: the key file %s is not online: %s", x.KeyLocation, why)
			}
		}
		for _, c := range list {
			if _, there := gone[c.URL]; !there {
				urls = append(urls, c.URL)
			}
			gone[c.URL] = c.Print == ""
		}
	}
	answers, err := linkcheck.Ask(ctx, urls, linkcheck.Options{Requests: n.options.Requests, Pause: n.pause})
	if err != nil {
		return nil, err
	}
	unready := map[string]bool{}
	for i, a := range answers {
		why := ""
		switch online := a == (linkcheck.Answer{}); {
		case gone[urls[i]] && online:
			why = "it was removed from the site, but the server still returns it"
		case gone[urls[i]]:
		case a.Dead != "":
			why = "it returned " + a.Dead
		case a.Moved != "":
			why = "it leads to " + a.Moved
		case a.Unsure != "":
			why = a.Unsure
		}
		if why != "" {
			unready[urls[i]] = true
			out.Unready = append(out.Unready, notify.Refusal{URL: urls[i], Why: why})
		}
	}
	for i := range pending {
		pending[i] = slices.DeleteFunc(pending[i], func(c notify.Change) bool { return unready[c.URL] })
	}
	return pending, nil
}

// sitemap returns the URL of the site's sitemap, or "".
func (n *notifying) sitemap() string {
	if names := n.now.Sitemaps(); len(names) > 0 {
		return n.now.Address(names[0])
	}
	return ""
}

// notified prints the results.
func (a *app) notified(n *notifying, t *told) error {
	failed := len(t.Unready) > 0
	for _, s := range t.Services {
		failed = failed || !n.dry && s.Left > 0
	}
	if a.flags.json {
		if err := a.json(t); err != nil {
			return err
		}
	} else {
		a.notifiedText(n, t)
	}
	if failed {
		return exit(exitFindings)
	}
	return nil
}

// mostShown is the maximum number of URLs printed.
const mostShown = 50

func (a *app) notifiedText(n *notifying, t *told) {
	for _, s := range t.Skipped {
		a.printf(a.out, "%s\n", s)
	}
	a.refusals(t.Unready)
	for _, s := range t.Services {
		switch {
		case n.dry:
			a.printf(a.out, "%s: %d to send\n", s.Service, len(s.Pending))
			for _, c := range s.Pending[:min(len(s.Pending), mostShown)] {
				sign := "  "
				if c.Print == "" {
					sign = "- "
				}
				a.printf(a.out, "  %s%s\n", sign, c.URL)
			}
			if more := len(s.Pending) - mostShown; more > 0 {
				a.printf(a.out, "    … and %d more\n", more)
			}
			continue
		case n.mark:
			a.printf(a.out, "%s: all recorded as sent\n", s.Service)
			continue
		}
		a.printf(a.out, "%s: %d accepted, %d left\n", s.Service, s.Accepted, s.Left)
		a.refusals(s.Refused)
		if s.Stopped != "" {
			a.errorf("%s: %s", s.Service, s.Stopped)
			if s.Hint != "" {
				a.printf(a.err, "  hint: %s\n", s.Hint)
			}
		}
	}
	a.consoles(t)
}

func (a *app) refusals(list []notify.Refusal) {
	for _, r := range list[:min(len(list), mostShown)] {
		a.errorf("%s was not told of: %s", r.URL, r.Why)
	}
	if more := len(list) - mostShown; more > 0 {
		a.printf(a.err, "… and %d more\n", more)
	}
}

// consoles prints the web pages that a person must visit.
func (a *app) consoles(t *told) {
	if len(t.Consoles) == 0 || t.Sitemap == "" {
		return
	}
	a.printf(a.out,
		"\nOnce, by hand: submit the URL of the sitemap to these; they read it again by themselves.\n  %s\n  %s\n", t.Sitemap,
		url.QueryEscape(t.Sitemap))
	for _, c := range t.Consoles {
		a.printf(a.out, "  %-31s %s\n", c.Name, c.Page)
	}
	a.printf(a.out, "No search engine is pinged: Google removed the URL for pings in 2023, Bing in 2022 (rule W4).\n")
}
