#!/usr/bin/env bash
# Makes quickjs.wasm.gz of Debian 13's source of QuickJS and shim.c, with Debian 12's clang, and katex.js.gz of the npm
# package katex: the same bytes each time.
#
#   internal/template/render/tex/katex/build.sh [FOLDER FOR WORK]
#
# It needs npm, and root for apt-get, or these packages installed: clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32.
# The source of QuickJS comes from the apt sources of the machine (Debian 13 with deb-src), unless it lies in the folder
# for work.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$(mktemp -d)}
katex=0.17.0 # that of Hugo, whose style sheet people link
quickjs=2025.04.26
command -v wasm-ld-14 >/dev/null && [ -e /usr/lib/wasm32-wasi/libc.a ] ||
  apt-get install -y --no-install-recommends clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32
cd "$work"
if [ ! -e "quickjs_$quickjs.orig.tar.xz" ]; then
  apt-get source --download-only quickjs="$quickjs-1"
fi
[ -e "katex-$katex.tgz" ] || npm pack --silent "katex@$katex"
sha256sum --check "$here/SHA256SUMS"

rm -rf package && tar -xzf "katex-$katex.tgz"
{
  echo 'var self = globalThis;'
  cat package/dist/katex.min.js
  echo
  cat package/dist/contrib/mhchem.min.js
} | sed '/^\/\/# sourceMappingURL=/d' | gzip -9 -n >"$here/katex.js.gz"
cp package/LICENSE "$here/LICENSE.katex"

rm -rf tree && mkdir tree && tar -xJf "quickjs_$quickjs.orig.tar.xz" -C tree --strip-components=1
cd tree
mkdir stub && : >stub/setjmp.h # dtoa.c includes it and uses nothing of it
cp "$here/shim.c" .
clang-14 --target=wasm32-wasi --sysroot=/usr -Istub -isystem /usr/include/wasm32-wasi -Oz -flto -DNDEBUG -DEMSCRIPTEN -D_GNU_SOURCE \
  -D_WASI_EMULATED_SIGNAL -DCONFIG_VERSION='"'"$quickjs"'"' -w -ffunction-sections -fdata-sections -I. -mexec-model=reactor \
  -Wl,--gc-sections,--strip-all,--lto-O2,--stack-first,-z,stack-size=1048576 -L/usr/lib/wasm32-wasi \
  -o "$work/quickjs.wasm" shim.c quickjs.c libregexp.c libunicode.c cutils.c dtoa.c
gzip -9 -n -c "$work/quickjs.wasm" >"$here/quickjs.wasm.gz"
cp LICENSE "$here/LICENSE.quickjs"
sha256sum "$here/quickjs.wasm.gz" "$here/katex.js.gz"
