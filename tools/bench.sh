#!/usr/bin/env bash
# Measures sitegen on a synthetic blog, side by side with hugo when that is installed.
#
#   tools/bench.sh                          10,000 posts, 5 runs each, medians and ratios
#   tools/bench.sh -posts 1000 -runs 3
#   tools/bench.sh -site SITE -content DIR  a site and content of your own
#   tools/bench.sh -preview 50              from the write of a file to the page that shows it, 50 edits each
#   tools/bench.sh -themes -runs 3          the embedded themes on 1,000, 2,000 and 4,000 pages
#   tools/bench.sh -dir FOLDER              work there (default: /dev/shm when there is one)
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(mktemp -d)
trap 'rm -rf "$tool"' EXIT
go build -trimpath -o "$tool/sitegen" ./cmd/sitegen
go build -C tools -o "$tool/bench" bench/bench.go bench/corpus.go bench/preview.go bench/themes.go
dir=${TMPDIR:-/tmp}
[ -d /dev/shm ] && [ -w /dev/shm ] && dir=/dev/shm
"$tool/bench" -dir "$dir" -sitegen "$tool/sitegen" "$@"
