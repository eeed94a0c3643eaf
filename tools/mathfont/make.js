// Makes the math font of the embedded themes: the characters of Noto Sans Math (OFL 1.1) that formulas of KaTeX can hold, with
// the MATH table. Two files: what nearly every formula needs, and letters of other styles (bold, script, fraktur, …), which
// browsers load only for formulas that have some. The same packages give the same bytes.
//
//   cd tools/mathfont && npm ci && npm run make
import fs from 'node:fs';
import { createHash } from 'node:crypto';
import subset from 'subset-font';

const source = 'node_modules/@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2';
const folder = '../../themes/embedded/base/assets/fonts/';
const font = fs.readFileSync(source);

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

// The symbols that KaTeX knows, without its tables of letters and marks of other alphabets.
const symbols = new Set();
for (const [, long, short] of fs.readFileSync('node_modules/katex/dist/katex.mjs', 'utf8').matchAll(/\\u\{([0-9a-f]+)\}|\\u([0-9a-f]{4})/gi)) {
  symbols.add(parseInt(long || short, 16));
}
const symbol = c => c >= 0x2010 && c < 0x2070 || c >= 0x2100 && c < 0x3000;

const usual = [
  ...range(0x20, 0x7e), ...[0xa0, 0xac, 0xb0, 0xb1, 0xb4, 0xb7, 0xd7, 0xf7, 0x131, 0x237, 0x2c6, 0x2c7, 0x2d8, 0x2d9, 0x2dc],
  ...range(0x300, 0x304), ...range(0x306, 0x308), 0x30a, 0x30c, 0x338, 0x20d6, 0x20d7, 0x20db,
  ...range(0x391, 0x3a9), ...range(0x3b1, 0x3c9), 0x3d1, 0x3d5, 0x3d6, 0x3f0, 0x3f1, 0x3f5,
  ...[...symbols].filter(symbol), 0x2032, 0x2033, 0x2034, 0x2057, 0x2212, 0x2061, 0x2062, 0x2063, 0x2064,
  ...range(0x1d434, 0x1d467), ...range(0x1d6e2, 0x1d71b), // italic letters, which browsers take for variables
];
const styled = range(0x1d400, 0x1d7ff).filter(c => !usual.includes(c));

for (const [name, characters] of [['math', usual], ['math-letters', styled]]) {
  const text = String.fromCodePoint(...new Set(characters));
  const out = await subset(font, text, { targetFormat: 'woff2', keepFeatures: ['ssty', 'dtls', 'flac'], noHinting: true });
  fs.writeFileSync(folder + name + '.woff2', out);
  console.log(name, out.length, createHash('sha256').update(out).digest('hex'));
}
