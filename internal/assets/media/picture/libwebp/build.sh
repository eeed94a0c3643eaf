#!/usr/bin/env bash
# Makes libwebp.wasm.gz of Debian 12's source of libwebp and shim.c, with Debian 12's clang: the same bytes each time.
#
#   internal/assets/media/picture/libwebp/build.sh [FOLDER FOR WORK]
#
# It needs root for apt-get, or these packages installed: clang-14 lld-14 llvm-14 wasi-libc libclang-rt-14-dev-wasm32.
# The source comes from the apt sources of the machine (Debian 12 with deb-src), unless it lies in the folder for work.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$(mktemp -d)}
source_sum=7bf5a8a28cc69bcfa8cb214f2c3095703c6b73ac5fba4d5480c205331d9494df
command -v wasm-ld-14 >/dev/null && [ -e /usr/lib/wasm32-wasi/libc.a ] ||
  apt-get install -y --no-install-recommends clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32
cd "$work"
if [ ! -e libwebp_1.2.4.orig.tar.gz ]; then
  apt-get source --download-only libwebp=1.2.4-0.2+deb12u1
fi
echo "$source_sum  libwebp_1.2.4.orig.tar.gz" | sha256sum --check
rm -rf tree && mkdir tree && tar -xzf libwebp_1.2.4.orig.tar.gz -C tree --strip-components=1
# The security fixes of Debian.
tar -xJf libwebp_1.2.4-*.debian.tar.xz -C tree
while read -r patch; do
  case $patch in '' | \#*) ;; *) patch -s -p1 -d tree <"tree/debian/patches/$patch" ;; esac
done <tree/debian/patches/series
cd tree
cp "$here/shim.c" .
clang-14 --target=wasm32-wasi --sysroot=/usr -isystem /usr/include/wasm32-wasi -O3 -msimd128 -flto -DNDEBUG -ffunction-sections -fdata-sections -I. \
  -mexec-model=reactor -Wl,--gc-sections,--strip-all,--lto-O2,-z,stack-size=262144 -L/usr/lib/wasm32-wasi \
  -o "$work/libwebp.wasm" \
  shim.c src/enc/*.c src/dsp/*.c src/utils/*.c src/dec/*.c sharpyuv/*.c
gzip -9 -n -c "$work/libwebp.wasm" >"$here/libwebp.wasm.gz"
cp COPYING "$here/COPYING"
cp PATENTS "$here/PATENTS"
sha256sum "$here/libwebp.wasm.gz"
