package media

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	jpegs "image/jpeg"
	pngs "image/png"
	"slices"
	"testing"
)

// exif returns TIFF data with the orientation of an image.
func exif(order binary.AppendByteOrder, value int) []byte {
	b := []byte("II*\x00")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint32(b, 8)
	b = order.AppendUint16(b, 3)
	for _, e := range [][2]int{{256, 40}, {257, 30}, {orientation, value}} {
		b = order.AppendUint16(order.AppendUint16(b, uint16(e[0])), 3)
		b = order.AppendUint16(order.AppendUint32(b, 1), uint16(e[1]))
		b = append(b, 0, 0)
	}
	return append(b, 0, 0, 0, 0)
}

// An image turned by Exif swaps width and height, in every format.
func TestTurned(t *testing.T) {
	var plain, lossless bytes.Buffer
	picture := image.NewRGBA(image.Rect(0, 0, 40, 30))
	if err := jpegs.Encode(&plain, picture, nil); err != nil {
		t.Fatal(err)
	}
	if err := pngs.Encode(&lossless, picture); err != nil {
		t.Fatal(err)
	}
	chunk := func(name string, data []byte, order binary.AppendByteOrder) []byte {
		size := order.AppendUint32(nil, uint32(len(data)))
		if name == "eXIf" {
			b := append(append(size, name...), data...)
			return order.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
		}
		return append(append([]byte(name), size...), append(data, make([]byte, len(data)&1)...)...)
	}
	for value := range 9 {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			data := exif(order, value)
			app1 := append([]byte(exifID), data...)
			segment := append(binary.BigEndian.AppendUint16([]byte{0xFF, 0xE1}, uint16(len(app1)+2)), app1...)
			extended := []byte{8, 0, 0, 0, 39, 0, 0, 29, 0, 0}
			end := bytes.Index(lossless.Bytes(), []byte("IEND")) - 4
			webp := append([]byte("RIFF\x00\x00\x00\x00WEBP"), chunk("VP8X", extended, binary.LittleEndian)...)
			webp = append(append(webp, chunk("VP8 ", []byte{1, 2, 3}, binary.LittleEndian)...), chunk("EXIF", data, binary.LittleEndian)...)
			for mediaType, file := range map[string][]byte{
				"image/jpeg": slices.Insert(bytes.Clone(plain.Bytes()), 2, segment...),
				"image/png":  slices.Insert(bytes.Clone(lossless.Bytes()), end, chunk("eXIf", data, binary.BigEndian)...),
				"image/webp": webp,
				"image/tiff": data,
			} {
				f := Read(bytes.NewReader(file), int64(len(file)), mediaType)
				width, height := f.Shown()
				if turned := value >= 5; f.Width != 40 || f.Height != 30 || f.Turned != turned || turned && width != 30 || !turned && height != 30 {
					t.Errorf("%s, orientation %d: %+v", mediaType, value, f)
				}
			}
		}
	}
}

// The rotation of an AVIF or HEIC picture is part of decoding.
func TestTurnedHEIF(t *testing.T) {
	box := func(kind string, data ...byte) []byte {
		return append(append(binary.BigEndian.AppendUint32(nil, uint32(8+len(data))), kind...), data...)
	}
	for angle := range byte(4) {
		ispe := box("ispe", 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 30)
		file := box("meta", append(make([]byte, 4), box("iprp", box("ipco", append(ispe, box("irot", angle)...)...)...)...)...)
		f := Read(bytes.NewReader(file), int64(len(file)), "image/avif")
		if want := [2]int{40, 30}; angle%2 == 1 && f != (Facts{Width: 30, Height: 40}) || angle%2 == 0 && [2]int{f.Width, f.Height} != want {
			t.Errorf("angle %d: %+v", angle, f)
		}
	}
}
