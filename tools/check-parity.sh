#!/usr/bin/env bash
# Compares what sitegen writes from the reference sites with what Hugo wrote, and fails when a row of
# testdata/parity.txt has fallen. The reference was written by Hugo 0.165.
#
#   tools/check-parity.sh SITEGEN PARITY-FOLDER            compare
#   tools/check-parity.sh SITEGEN PARITY-FOLDER --update   write the percentages reached
set -euo pipefail
cd "$(dirname "$0")/.."
sitegen=$(realpath "$1")
parity=$2
reached=$(mktemp)
trap 'rm -f "$reached"' EXIT
# "check" prints a line for each site and a row for each fact; keep "site fact percent".
HUGO_COMPATIBILITY=0.165 "$parity/check" "$sitegen" | awk '
	/^[a-z]/ { site = $1; if (/build failed/) { print "build failed: " site > "/dev/stderr"; exit 1 } }
	/^  [a-z].*%$/ { print site, $1, $(NF-1) }' >"$reached"
[ -s "$reached" ] || { echo "the comparison printed nothing"; exit 1; }
if [ "${3-}" = --update ]; then
	cp "$reached" testdata/parity.txt
	echo "wrote testdata/parity.txt"
	exit
fi
awk '
	NR == FNR { was[$1 " " $2] = $3; next }
	{ now[$1 " " $2] = $3 }
	END {
		for (row in was) {
			if (!(row in now)) { print "row is gone: " row; bad = 1 }
			else if (now[row] + 0 < was[row] + 0) { print "row has fallen: " row " from " was[row] " to " now[row]; bad = 1 }
		}
		for (row in now) n++
		if (!bad) print n " rows, none has fallen"
		exit bad
	}' testdata/parity.txt "$reached"
