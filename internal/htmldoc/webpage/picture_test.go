package webpage

import "testing"

func TestSamePicture(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"/a/sun.jpg", "/a/sun.jpg", true},
		{"/a/sun.jpg", "/a/sun_hu_0123456789abcdef.webp", true},
		{"/a/sun_hu_0123456789abcdef.webp", "/a/sun_hu_fedcba9876543210.jpg", true},
		{"/a/sun.jpg", "/a/sun.png", false},
		{"/a/sun.jpg", "/b/sun_hu_0123456789abcdef.webp", false},
		{"/a/moon.jpg", "/a/sun_hu_0123456789abcdef.webp", false},
	} {
		if got := SamePicture(tt.a, tt.b); got != tt.want {
			t.Errorf("%s and %s: %v", tt.a, tt.b, got)
		}
	}
}
