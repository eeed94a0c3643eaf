package modules

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The file of `go env -w` is searched only where Go looks for it on each system.
func TestGoEnvFile(t *testing.T) {
	home := t.TempDir()
	at := func(names ...string) string { return filepath.Join(append([]string{home}, names...)...) }
	for _, tt := range []struct {
		system string
		env    map[string]string
		want   string
	}{
		{"linux", map[string]string{"HOME": home, "AppData": at("x")}, at(".config", "go", "env")},
		{"linux", map[string]string{"HOME": home, "XDG_CONFIG_HOME": at("conf")}, at("conf", "go", "env")},
		{"linux", map[string]string{"HOME": home, "XDG_CONFIG_HOME": "conf"}, ""},
		{"linux", map[string]string{}, ""},
		{"darwin", map[string]string{"HOME": home, "XDG_CONFIG_HOME": at("conf")}, at("Library", "Application Support", "go", "env")},
		{"windows", map[string]string{"HOME": home, "AppData": at("x")}, at("x", "go", "env")},
		{"windows", map[string]string{"HOME": home}, ""},
		{"linux", map[string]string{"HOME": home, "GOENV": "off"}, ""},
		{"linux", map[string]string{"HOME": home, "GOENV": at("mine")}, at("mine")},
	} {
		if got := goEnvFile(tt.env, tt.system); got != tt.want {
			t.Errorf("%s %v: %q, want %q", tt.system, tt.env, got, tt.want)
		}
	}
}

// An unreadable file counts as missing.
func TestReadGoEnv(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "env")
	if err := os.WriteFile(file, []byte("GOPROXY=https://one.example\n# x\nGOFLAGS=-mod=mod\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]map[string]string{
		file: {"GOPROXY": "https://one.example", "GOFLAGS": "-mod=mod"},
		dir:  {}, filepath.Join(file, "below"): {}, filepath.Join(dir, "none"): {},
	} {
		if diff := cmp.Diff(want, readGoEnv(map[string]string{"GOENV": name})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
