#!/usr/bin/env bash
# Makes the release of the last commit, and the part of it for this system once more, in another folder and from an
# empty build cache: all bytes must be the same. Looks into what was made.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$(go env GOHOSTOS)/$(go env GOHOSTARCH)
make --silent release DIST="$work/one"
git clone --quiet . "$work/elsewhere"
(cd "$work/elsewhere" && GOCACHE=$work/cache go run ./scripts/release -o "$work/two" -only "$here")
for file in "$work"/two/sitegen_* "$work/two/THIRD_PARTY"; do
	# The licences of one platform alone may lack those of modules that others link.
	case $file in *.tar.gz | *.zip | */THIRD_PARTY) continue ;; esac
	cmp "$file" "$work/one/$(basename "$file")"
done
name=sitegen_*_${here/\//_}
tar -xzf "$work"/one/$name.tar.gz -C "$work/one"
tar -xzf "$work"/two/$name.tar.gz -C "$work/two"
cmp "$work"/one/$name/sitegen "$work"/two/$name/sitegen
(cd "$work/one" && sha256sum --quiet -c SHA256SUMS)
"$work"/one/$name/sitegen version
file=$(command -v file) && "$file" -b "$work"/one/$name/sitegen | grep -o 'statically linked, stripped\|statically linked.*stripped' || true
n=$(ls "$work"/one/*.tar.gz "$work"/one/*.zip | wc -l)
[ "$n" = 6 ] || { echo "$n archives"; exit 1; }
grep -c '^=\{80\}$' "$work/one/THIRD_PARTY" | awk '{ print $1 / 2 " licences of others" }'
ls -l "$work/one"
