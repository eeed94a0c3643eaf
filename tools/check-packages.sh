#!/usr/bin/env bash
# Installs the packages of a release for this machine as people do, offline, and builds a site with each.
#
#   tools/check-packages.sh DIST
#
# Each kind needs its own program (npm, python3 with pip, dpkg, ruby); what is missing is named and skipped.
set -euo pipefail
dist=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/site/content"
printf 'baseURL = "https://example.org/"\ntimeZone = "Europe/Paris"\n' >"$work/site/sitegen.toml"
printf -- '---\ntitle: One\ndate: 2026-01-02\n---\nText.\n' >"$work/site/content/one.md"

# try NAME COMMAND... builds the site with a program.
try() {
	local name=$1
	shift
	rm -rf "$work/site/public" "$work/site/.sitegen"
	(cd "$work/site" && "$@" build >"$work/log" 2>&1) || { echo "$name cannot build"; cat "$work/log"; exit 1; }
	grep -q '2026-01-02T00:00:00+01:00' "$work/site/public/one/index.html" || { echo "$name: the page has no date in the time zone"; exit 1; }
	echo "$name: builds a site"
}
has() { command -v "$1" >/dev/null || { echo "skipped: $2 needs $1"; return 1; }; }

if has npm npm; then
	cp -r "$work/site" "$work/npm"
	echo '{"private":true}' >"$work/npm/package.json"
	# All but that of this machine are not there, as for people who are offline.
	here=$(node -p 'process.platform + "-" + process.arch')
	(cd "$work/npm" && npm install --offline --silent --no-audit --no-fund "$dist"/npm/sitegen-[0-9]*.tgz "$dist"/npm/sitegen-"$here"-*.tgz)
	cat >"$work/npx" <<-'END'
		#!/bin/sh
		site=$PWD
		cd ../npm && exec npx --offline sitegen "$@" --source "$site" --destination "$site/public"
	END
	chmod +x "$work/npx"
	try "npm package" "$work/npx"
fi

if has python3 pip; then
	python3 -m venv "$work/venv"
	"$work/venv/bin/pip" install --quiet --no-index --disable-pip-version-check --find-links "$dist/pypi" --pre sitegen
	"$work/venv/bin/pip" check --quiet --disable-pip-version-check
	try "PyPI wheel" "$work/venv/bin/sitegen"
fi

processor=$(uname -m)
if has dpkg deb; then
	deb=$(ls "$dist"/linux/*_"$(dpkg --print-architecture)".deb)
	mkdir -p "$work/deb/var/lib/dpkg/updates" "$work/deb/var/lib/dpkg/info" && touch "$work/deb/var/lib/dpkg/status" "$work/deb/var/lib/dpkg/available"
	dpkg --root="$work/deb" --force-not-root --force-depends --log=/dev/null -i "$deb" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
	[ -s "$work/deb/usr/share/man/man1/sitegen-build.1.gz" ] || { echo "the deb has no manual pages"; exit 1; }
	try "deb package" "$work/deb/usr/bin/sitegen"
fi

# An apk is three tars, one after the other, each packed.
apk=$(ls "$dist"/linux/*_"$processor".apk)
mkdir "$work/apk" && tar -xzf "$apk" -C "$work/apk" 2>/dev/null
grep -q '^pkgname = sitegen$' "$work/apk/.PKGINFO"
try "apk package" "$work/apk/usr/bin/sitegen"

rpm=$(ls "$dist"/linux/*."$processor".rpm)
if has rpm rpm; then
	mkdir "$work/rpm" && rpm --root "$work/rpm" --nodeps -i "$rpm"
	try "rpm package" "$work/rpm/usr/bin/sitegen"
fi

if has python3 "the image"; then
	mkdir "$work/oci" "$work/root" && tar -xf "$dist"/oci/*.tar -C "$work/oci"
	python3 - "$work/oci" "$processor" >"$work/layer" <<-'END'
		import hashlib, json, sys
		dir, arch = sys.argv[1], {"x86_64": "amd64", "aarch64": "arm64"}[sys.argv[2]]
		def blob(d):
		    name = dir + "/blobs/sha256/" + d["digest"].removeprefix("sha256:")
		    data = open(name, "rb").read()
		    assert len(data) == d["size"] and "sha256:" + hashlib.sha256(data).hexdigest() == d["digest"], d
		    return name
		read = lambda name: json.load(open(name))
		index = read(blob(read(dir + "/index.json")["manifests"][0]))
		manifest = read(blob([m for m in index["manifests"] if m["platform"]["architecture"] == arch][0]))
		assert read(blob(manifest["config"]))["config"]["Entrypoint"] == ["/usr/bin/sitegen"]
		print(blob(manifest["layers"][0]))
	END
	tar -xzf "$(cat "$work/layer")" -C "$work/root"
	if [ "$(id -u)" = 0 ]; then
		cp -r "$work/site/." "$work/root/site" && rm -rf "$work/root/site/public"
		cat >"$work/run" <<-END
			#!/bin/sh
			chroot "$work/root" /usr/bin/sitegen "\$@" --source /site && cp -r "$work/root/site/public" public
		END
		chmod +x "$work/run"
		try "image, in its own file system" "$work/run"
	else
		try "image" "$work/root/usr/bin/sitegen"
	fi
fi

if [ -e "$dist/homebrew/sitegen.rb" ] && has ruby "the Homebrew formula"; then
	ruby -c "$dist/homebrew/sitegen.rb" >/dev/null
	echo "Homebrew formula: its syntax is right"
fi
if [ -e "$dist/homebrew/sitegen.rb" ]; then
	for sum in $(grep -rhoiE '\b[0-9a-f]{64}\b' "$dist/homebrew" "$dist/scoop" "$dist/winget" | tr A-F a-f); do
		grep -q "^$sum  sitegen_" "$dist/SHA256SUMS" || { echo "no archive has the hash $sum"; exit 1; }
	done
	echo "formula and manifests: their hashes are those of the archives"
fi
