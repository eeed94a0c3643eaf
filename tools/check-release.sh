#!/usr/bin/env bash
# Makes the release of the last commit twice, the second time from a clone in another folder: all bytes must be the
# same. COLD=1 builds the second time from an empty build cache, which takes as long again. Looks into what was made,
# and installs the packages for this machine.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone --quiet . "$work/elsewhere"
git -C "$work/elsewhere" checkout --quiet --detach "$(git rev-parse HEAD)"
url=https://downloads.example.org/sitegen/{version}
make --silent release DIST="$work/one" URL="$url"
[ -z "${COLD-}" ] || export GOCACHE=$work/cache
make --silent -C "$work/elsewhere" release DIST="$work/two" URL="$url"
diff -r "$work/one" "$work/two"
(cd "$work/one" && sha256sum --quiet -c SHA256SUMS)
n=$(ls "$work"/one/*.tar.gz "$work"/one/*.zip | wc -l)
[ "$n" = 6 ] || { echo "$n archives"; exit 1; }
here=$(go env GOHOSTOS)_$(go env GOHOSTARCH)
tar -xzf "$work"/one/sitegen_*_"$here".tar.gz -C "$work"
"$work"/sitegen_*_"$here"/sitegen version
! command -v file >/dev/null || file -b "$work"/sitegen_*_"$here"/sitegen | grep -q 'statically linked, stripped' || { echo "it is not static and stripped"; exit 1; }
echo "$n archives, twice the same; $(($(grep -c '^=\{80\}$' "$work/one/THIRD_PARTY") / 2)) licences of others"
tools/check-packages.sh "$work/one"
tools/check-npm.sh "$work/one"
