#!/usr/bin/env bash
# Installs the checkers of pages, the Nu HTML checker and axe-core, in .tools/pages, unless they are there.
set -euo pipefail
cd "$(dirname "$0")/../.."
to=.tools/pages
if ! cmp -s tools/pages/package-lock.json $to/installed.json; then
	mkdir -p $to
	cp tools/pages/package.json tools/pages/package-lock.json $to/
	(cd $to && npm ci --silent --no-audit --no-fund)
	cp tools/pages/package-lock.json $to/installed.json
fi
