#!/usr/bin/env bash
# Runs Lighthouse, phone preset, median of three, on the main page kinds of the embedded themes. Accessibility, best
# practices and SEO must be 100, performance 95 or more; the latter depends on how busy the machine is.
#
#   tools/lighthouse.sh SITEGEN [-runs 3] [-reports FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
sitegen=$(realpath "$1")
for need in npm chromium; do
	command -v $need >/dev/null || { echo "skipped: $need is missing"; exit 0; }
done
tool=.tools/lighthouse
if ! cmp -s tools/lighthouse/package-lock.json $tool/package-lock.json || [ ! -x $tool/node_modules/.bin/lighthouse ]; then
	mkdir -p $tool
	cp tools/lighthouse/package.json tools/lighthouse/package-lock.json $tool/
	(cd $tool && PUPPETEER_SKIP_DOWNLOAD=1 npm ci --silent --no-audit --no-fund)
fi
sites=$(mktemp -d)
trap 'rm -rf "$sites"' EXIT
for name in blog docs; do
	"$sitegen" build --quiet --noCache --source testdata/sites/$name --destination "$sites/$name" \
		--clock 2026-06-15T00:00:00Z --baseURL https://$name.example/
done
go build -C tools -o ../.tools/bin/ ./lighthouse
CHROME_PATH=$(command -v chromium) .tools/bin/lighthouse -bin $tool/node_modules/.bin/lighthouse "${@:2}" "$sites"
