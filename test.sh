#!/usr/bin/env bash
# Runs every check of the project. Installs what the checks need when it is missing (Debian packages by
# apt-get, linters by the Go module proxy, page checkers by npm).
#
#   ./test.sh          everything that a change must pass
#   ./test.sh --full   also long fuzzing, the reference sites in the docs theme, Lighthouse and the benchmark against Hugo
set -euo pipefail
cd "$(dirname "$0")"
full=
[ "${1-}" = --full ] && full=1

say() { printf '\n== %s\n' "$*"; }

# install NAME PACKAGE... installs Debian packages when the command NAME is not there.
install() {
	command -v "$1" >/dev/null && return
	local name=$1 sudo=
	shift
	[ "$(id -u)" = 0 ] || sudo=sudo
	if command -v apt-get >/dev/null; then
		$sudo apt-get update -qq || true
		DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "$@" >/dev/null ||
			echo "could not install $*: the checks that need $name will say that they are skipped"
	else
		echo "$name is missing and there is no apt-get: the checks that need it will say that they are skipped"
	fi
}

say tools
install git git
install xmllint libxml2-utils
install jing jing
install chromium chromium
install java default-jre-headless
install npm npm
install nginx nginx-light
install apache2 apache2-bin
bin=$PWD/.tools/bin
mkdir -p "$bin"
[ -x "$bin/staticcheck" ] || GOBIN=$bin go install honnef.co/go/tools/cmd/staticcheck@v0.8.2
[ -x "$bin/actionlint" ] || GOBIN=$bin go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
[ -x "$bin/gofumpt" ] || GOBIN=$bin go install mvdan.cc/gofumpt@v0.12.0

say gofumpt
unformatted=$(git ls-files '*.go' | xargs "$bin/gofumpt" -l)
[ -z "$unformatted" ] || { echo "not formatted:"; echo "$unformatted"; exit 1; }

say go vet
go vet ./...

say staticcheck
"$bin/staticcheck" ./...

say go test -race
go test -race -timeout 20m ./...

say "what takes too long with the race detector"
go test -run 'ManyItems|LongPost|Kill|LawScripts|TestUnchanged|DamagedPages' ./builder

say "incremental builds equal clean ones"
go run ./internal/lawsoak -steps 500

say build
go build -trimpath -o .tools/sitegen ./cmd/sitegen

say other systems
GOOS=windows GOARCH=amd64 CGO_ENABLED=0 go build -trimpath -o /dev/null ./cmd/sitegen
GOOS=darwin GOARCH=arm64 CGO_ENABLED=0 go build -trimpath -o /dev/null ./cmd/sitegen

say actionlint
workflow=$(mktemp -d)
.tools/sitegen init --ci github-pages "$workflow" >/dev/null
cp -r integrations "$workflow"
cp integrations/action/example.yml "$workflow/.github/workflows"
(cd "$workflow" && git init -q && "$bin/actionlint" -no-color)
rm -r "$workflow"

say pages of the embedded theme
scripts/check-pages.sh .tools/sitegen

say preview in a browser
if command -v chromium >/dev/null; then
	axe=.tools/pages/node_modules/axe-core/axe.min.js
	[ -f "$axe" ] || axe=
	go run ./scripts/preview -axe "$axe"
	go run ./scripts/search -axe "$axe"
else
	echo "skipped: it needs chromium"
fi

if [ -d ../shared/parity ]; then
	say parity with Hugo
	scripts/check-parity.sh .tools/sitegen ../shared/parity
else
	echo "parity with Hugo: skipped, the reference sites are not here"
fi

if [ -n "$full" ]; then
	say fuzzing
	scripts/fuzz.sh 60s
	say "incremental builds equal clean ones, for long"
	go run ./internal/lawsoak -steps 20000 -seed "$(date +%j)"
	go run ./internal/lawsoak -kill 200
	go run ./internal/lawsoak -corrupt 500
	go run ./internal/lawsoak -mutants -steps 2000
	say "sites of other generators"
	install hugo hugo
	install mkdocs mkdocs
	eleventy=$PWD/.tools/eleventy/node_modules/.bin/eleventy
	if command -v npm >/dev/null && [ ! -x "$eleventy" ]; then
		npm install --silent --no-audit --no-fund --prefix .tools/eleventy @11ty/eleventy@3.0.0 || echo "could not install eleventy: its site is not built"
	fi
	[ -x "$eleventy" ] || eleventy=
	ELEVENTY=$eleventy go test -count=1 -run TestGenerators -v ./internal/post
	say release
	scripts/check-release.sh
	say "Netlify's build program"
	scripts/check-netlify.sh .tools/sitegen
	say "the npm package in Eleventy and Netlify"
	scripts/check-npm.sh .tools/sitegen
	if [ -d ../shared/parity ]; then
		say the texts of the reference sites in the docs theme
		scripts/check-references.sh .tools/sitegen ../shared/parity
	else
		echo "the texts of the reference sites in the docs theme: skipped, the reference sites are not here"
	fi
	say Lighthouse
	scripts/lighthouse.sh .tools/sitegen
	say benchmark
	scripts/bench.sh
fi
say "all checks passed"
