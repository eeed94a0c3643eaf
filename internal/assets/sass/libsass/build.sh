#!/usr/bin/env bash
# Makes libsass.wasm.gz of LibSass, as the Go module github.com/bep/golibsass has it, and the files here, with Debian 12's
# clang and Binaryen of npm: the same bytes each time.
#
#   internal/assets/sass/libsass/build.sh [FOLDER FOR WORK]
#
# It needs go and npm, and root for apt-get, or these packages installed: clang-19 lld-19 llvm-19 wasi-libc
# libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32.
#
# LibSass throws exceptions, which wazero can't run well (docs/decisions/2026-11-25-sass.md). clang compiles them for the
# proposal of WebAssembly, exceptions.cpp is what C++ needs at run time, and tools/wasmexceptions rewrites the module so
# that it needs nothing of the proposal.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$(mktemp -d)}
sum=h1:nyZUkKP/0psr8nT6GR2cnmt99xS93Ji82ZD9AgOK6VI=
steps=2000000000 # of loops; libsass.go sets fewer
llvm=/usr/lib/llvm-19
command -v wasm-ld-19 >/dev/null && [ -e $llvm/lib/wasm32-wasi/libc++abi.a ] ||
  apt-get install -y --no-install-recommends clang-19 lld-19 llvm-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32
cd "$work"
go mod download -json github.com/bep/golibsass@v1.2.0 >module.json
grep -qF "\"Sum\": \"$sum\"" module.json
rm -rf tree && cp -r "$(sed -n 's/.*"Dir": "\(.*\)".*/\1/p' module.json)/libsass_src" tree && chmod -R u+w tree
[ -e binaryen-132.0.0.tgz ] || npm pack --silent binaryen@132.0.0
sha256sum --check "$here/SHA256SUMS"
rm -rf package && tar -xzf binaryen-132.0.0.tgz

cp "$here"/*.cpp tree/src/
# Random numbers are the same each time.
sed -i '/std::random_device rd;/d; /rnd = rd();/d; s/rnd ^= std::time(NULL) ^ std::clock() ^/return rnd;/; /std::hash<std::thread::id>()/d; /(std::this_thread::get_id());/d' tree/src/fn_numbers.cpp
mkdir -p objects
cd tree/src
flags=(--target=wasm32-wasi --sysroot=/usr -isystem $llvm/include/wasm32-wasi/c++/v1 -isystem /usr/include/wasm32-wasi -Oz -DNDEBUG
  '-DLIBSASS_VERSION="3.6.6"' -I../include -I. -w -ffunction-sections -fdata-sections)
printf '%s\n' *.c | xargs -P "$(nproc)" -I{} clang-19 "${flags[@]}" -c {} -o ../../objects/{}.o
printf '%s\n' *.cpp memory/*.cpp | xargs -P "$(nproc)" -I{} sh -c 'in=$1; shift; exec "$@" -c "$in" -o "../../objects/$(basename "$in").o"' sh {} \
  clang++-19 "${flags[@]}" -std=c++11 -fwasm-exceptions -D_LIBCPP_DISABLE_EXTERN_TEMPLATE
cd "$work"
# The system is that of shim.cpp.
cp /usr/lib/wasm32-wasi/libc.a libc.a
llvm-ar-19 d libc.a __wasilibc_real.o
clang++-19 --target=wasm32-wasi --sysroot=/usr -fwasm-exceptions -nostdlib -mexec-model=reactor \
  -Wl,--gc-sections,--strip-all,--stack-first,-z,stack-size=4194304,--max-memory=536870912 -L$llvm/lib/wasm32-wasi \
  -o legacy.wasm /usr/lib/wasm32-wasi/crt1-reactor.o objects/*.o -lc++ -lc++abi libc.a $llvm/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a
features=(--enable-reference-types --enable-bulk-memory --enable-bulk-memory-opt --enable-multivalue --enable-mutable-globals
  --enable-sign-ext --enable-nontrapping-float-to-int)
node package/bin/wasm-opt "${features[@]}" --enable-exception-handling -Oz --translate-to-exnref legacy.wasm -o exceptions.wasm
go run -C "$here/../../../../tools" ./wasmexceptions "$work/exceptions.wasm" "$work/plain.wasm" $steps
node package/bin/wasm-opt "${features[@]}" -Oz plain.wasm -o libsass.wasm
gzip -9 -n -c libsass.wasm >"$here/libsass.wasm.gz"
cp tree/COPYING "$here/COPYING"
sha256sum "$here/libsass.wasm.gz"
