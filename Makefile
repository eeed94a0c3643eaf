# make release: binaries for Linux, macOS and Windows with licences, bills of materials and hashes, and packages, in
# dist/. URL is the folder that the archives will be in, {version} the version: it makes the formula and the manifests.
DIST ?= dist
URL ?=

.PHONY: release test
release:
	go run -C tools ./release -o $(abspath $(DIST)) -url "$(URL)"

test:
	./test.sh
