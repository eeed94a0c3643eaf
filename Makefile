# make release: binaries for Linux, macOS and Windows with licences, bills of materials and hashes, and packages, in
# dist/. URL is the folder that the archives will be in, {version} the version: it makes the formula and the manifests.
DIST ?= dist
URL ?=

.PHONY: release test quick embedded
release:
	go run -C tools ./release -o $(abspath $(DIST)) -url "$(URL)"

test:
	./test.sh

# make quick: go vet and the tests of the packages in which something changed since the last commit, or since SINCE.
SINCE ?= HEAD
quick:
	@packages=$$({ git diff --name-only --diff-filter=d $(SINCE) -- '*.go'; git ls-files -o --exclude-standard '*.go'; } \
		| grep -v '^tools/' | xargs -r -n 1 dirname | sort -u | sed 's|^|./|'); \
	[ -n "$$packages" ] || { echo "no Go file changed since $(SINCE)"; exit 0; }; \
	go vet -trimpath $$packages && go test -trimpath -vet=off -short $$packages

# make embedded: KaTeX, QuickJS, libwebp and LibSass, built again from their sources; the same bytes on Debian 12.
embedded:
	internal/assets/media/picture/libwebp/build.sh
	internal/template/render/tex/katex/build.sh
	internal/assets/sass/libsass/build.sh
