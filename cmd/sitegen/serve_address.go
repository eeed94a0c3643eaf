package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/sitegen/sitegen/internal/assets/media/qrcode"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/preview/serve"
)

// nextPorts is the number of ports tried after a taken one before any free port is used.
const nextPorts = 20

// listen opens a port: the given one, or else the next free one.
func listen(bind string, port int, given bool) (net.Listener, error) {
	host := bind
	if bind == "localhost" {
		host = "127.0.0.1" // the name may resolve to two addresses, one of which could be taken
	}
	try := func(port int) (net.Listener, error) {
		return net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	}
	l, err := try(port)
	if err == nil || !errors.Is(err, syscall.EADDRINUSE) {
		if err != nil {
			err = fmt.Errorf("cannot listen on %s: %w", net.JoinHostPort(bind, strconv.Itoa(port)), err)
		}
		return l, err
	}
	if given {
		return nil,
			fmt.Errorf("port %d is in use\n  hint: end the program that uses it, choose another port, or omit --port to use the next free one", port)
	}
	for next := port + 1; next <= port+nextPorts; next++ {
		if l, err := try(next); err == nil {
			return l, nil
		}
	}
	return try(0)
}

// address returns the URL of the preview: --baseURL if set, else that of the listener. Its path is empty if the
// configured path applies.
func (f *serveFlags) address(l net.Listener, baseURL string) (*url.URL, error) {
	at := l.Addr().(*net.TCPAddr)
	port := strconv.Itoa(at.Port)
	if baseURL == "" {
		ip := at.IP
		if ip.IsUnspecified() {
			ip = ownIP()
		}
		return &url.URL{Scheme: "http", Host: net.JoinHostPort(ip.String(), port)}, nil
	}
	if !strings.Contains(baseURL, "://") {
		baseURL = "http://" + baseURL
	}
	u, err := url.Parse(baseURL)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf("--baseURL %q is not a valid URL\n  hint: write it like http://preview.example:8080/blog/",
			baseURL)
	}
	if f.appendPort {
		u.Host = net.JoinHostPort(u.Hostname(), port)
	}
	u.Path = cmp.Or(u.Path, "/")
	u.RawQuery, u.Fragment = "", ""
	return u, nil
}

// ownIP returns the IP address at which others on the network probably reach this machine. It sends nothing:
// connecting a datagram socket only looks up the route.
func ownIP() net.IP {
	if c, err := net.Dial("udp", "192.0.2.1:9"); err == nil { // TEST-NET-1, RFC 5737
		defer c.Close()
		return c.LocalAddr().(*net.UDPAddr).IP
	}
	addrs, err := net.InterfaceAddrs()
	if err == nil {
		for _, a := range addrs {
			if n, ok := a.(*net.IPNet); ok && n.IP.IsPrivate() {
				return n.IP
			}
		}
	}
	return net.IPv4(127, 0, 0, 1)
}

// qrCode prints a URL for a phone.
func (a previewing) qrCode(address string) {
	if code, err := qrcode.Terminal(address, terminal(a.out) && a.colored()); err == nil {
		a.printf(a.out, "%s", code)
	}
}

// openBrowser opens a URL in the browser.
func (a previewing) openBrowser(address string) {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		a.printf(a.err, "no browser could be opened: %v\n", err)
		return
	}
	cmd.Process.Release()
}

// editorAddress returns the URL pattern of an editor by its name, or checks a given pattern.
func editorAddress(name string) (string, error) {
	known := serve.Editors()
	if address, ok := known[name]; ok {
		return address, nil
	}
	if strings.Contains(name, "{path}") {
		return name, nil
	}
	names := slices.Sorted(maps.Keys(known))
	hint := "choose one of " + strings.Join(names, ", ") + ", or a URL with {path}, {line}, and {column}"
	return "", fmt.Errorf("--editor %q is not known\n  hint: %s", name, diag.DidYouMean(name, names, hint))
}
