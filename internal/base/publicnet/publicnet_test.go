package publicnet

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
)

func TestPublic(t *testing.T) {
	for address, want := range map[string]bool{
		"1.1.1.1": true, "8.8.8.8": true, "2606:4700::1111": true, "::ffff:1.1.1.1": true,
		"127.0.0.1": false, "127.255.0.1": false, "0.0.0.0": false, "0.1.2.3": false, "10.1.2.3": false, "172.16.0.1": false, "172.31.255.255": false,
		"192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false, "100.127.255.255": false, "192.0.0.1": false, "198.18.0.1": false,
		"224.0.0.1": false, "255.255.255.255": false, "240.0.0.1": false,
		"::1": false, "::": false, "fe80::1%eth0": false, "fc00::1": false, "fd00:ec2::254": false, "ff02::1": false, "::ffff:127.0.0.1": false,
		"::ffff:169.254.169.254": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false,
	} {
		if got := Public(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
}

// TestTransport: neither a number, nor a name, nor a redirect leads to this computer, and no connection is made.
func TestTransport(t *testing.T) {
	asked := 0
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer s.Close()
	port := s.URL[strings.LastIndex(s.URL, ":"):]
	none := func(*http.Request) (*url.URL, error) { return nil, nil }
	rt := Transport(http.DefaultTransport.(*http.Transport)).(guarded)
	rt.proxy = none
	for _, host := range []string{"127.0.0.1", "localhost", "LOCALHOST", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "127.1", "ip6-localhost"} {
		_, err := (&http.Client{Transport: rt}).Get("http://" + host + port + "/")
		if err == nil {
			t.Errorf("%s was asked", host)
		}
	}
	if _, err := (&http.Client{Transport: rt}).Get(s.URL); !errors.Is(err, ErrPrivate) {
		t.Error(err)
	}
	_, err := rt.direct.RoundTrip(httptest.NewRequest("GET", "http://localhost"+port+"/", nil)) // by name alone
	if !errors.Is(err, ErrPrivate) {
		t.Error(err)
	}
	if asked != 0 {
		t.Errorf("asked %d times", asked)
	}
}

// TestProxy: a proxy of the environment may be on this computer.
func TestProxy(t *testing.T) {
	asked := ""
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked = r.URL.String() }))
	defer s.Close()
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.Proxy = http.ProxyURL(at)
	rt := Transport(base).(guarded)
	rt.proxy = base.Proxy
	res, err := (&http.Client{Transport: rt}).Get("http://public.example/a")
	if err != nil || asked != "http://public.example/a" {
		t.Fatal(err, asked)
	}
	res.Body.Close()
	if _, err := (&http.Client{Transport: rt}).Get("http://10.0.0.1/"); !errors.Is(err, ErrPrivate) {
		t.Error(err)
	}
}
