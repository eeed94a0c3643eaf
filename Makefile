# make release: binaries for Linux, macOS and Windows with licences, bills of materials and hashes, and packages, in
# dist/. URL is the folder that the archives will be in, {version} the version: it makes the formula and the manifests.
DIST ?= dist
URL ?=

.PHONY: release test embedded
release:
	go run -C tools ./release -o $(abspath $(DIST)) -url "$(URL)"

test:
	./test.sh

# make embedded: KaTeX, QuickJS, libwebp and LibSass, built again from their sources; the same bytes on Debian 12.
embedded:
	internal/assets/media/picture/libwebp/build.sh
	internal/template/render/tex/katex/build.sh
	internal/assets/sass/libsass/build.sh
