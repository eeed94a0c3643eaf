# make release: binaries for Linux, macOS and Windows with licences, bills of materials and hashes in dist/
DIST ?= dist

.PHONY: release test
release:
	go run -C tools ./release -o $(abspath $(DIST))

test:
	./test.sh
