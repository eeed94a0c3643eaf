// Compares the search of the embedded themes with Pagefind on the same pages, in headless Chromium: for each query of
// queries.txt, whether the page that should be found is the first or one of the first three, and what a browser loads that
// knows nothing yet, packed by gzip, and how long the answer takes. Both read the excerpts of three results, and ours waits
// 120 ms for more typing.
//
//   sitegen build -s docs -d SITE && cd tools/pagefind && npm install --no-package-lock && npm run compare SITE [QUERIES]
//
// A line of QUERIES, by default queries.txt, is what to search for, a tab, and the paths that answer it, with bars between.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import WebSocket from 'ws';

const folder = path.resolve(process.argv[2]);
const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'pagefind-'));
const types = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.json': 'application/json', '.wasm': 'application/wasm' };
const loaded = { requests: 0, bytes: 0 };

// serve answers from a folder and counts what it sends.
function serve(root) {
  const server = http.createServer((request, response) => {
    let file = path.join(root, decodeURIComponent(request.url.split('?')[0]));
    try {
      if (fs.statSync(file).isDirectory()) file = path.join(file, 'index.html');
      let data = fs.readFileSync(file);
      response.setHeader('Content-Type', types[path.extname(file)] || 'application/octet-stream');
      response.setHeader('Cache-Control', 'max-age=600');
      if (/\.(html|js|css|json)$/.test(file)) {
        data = gzipSync(data);
        response.setHeader('Content-Encoding', 'gzip');
      }
      loaded.requests++;
      loaded.bytes += data.length;
      response.end(data);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  return new Promise(done => server.listen(0, '127.0.0.1', () => done(server)));
}

// browse starts Chromium and returns a function that calls a method of its protocol.
async function browse() {
  const chromium = spawn('chromium', ['--headless=new', '--no-sandbox', '--remote-debugging-port=0', '--user-data-dir=' + path.join(temp, 'profile'), 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise(done => {
    let text = '';
    chromium.stderr.on('data', data => {
      const found = /(ws:\S+)/.exec(text += data);
      if (found) done(new URL(found[1]));
    });
  });
  const tabs = await (await fetch(`http://${address.host}/json`)).json();
  const socket = new WebSocket(tabs.find(tab => tab.type === 'page').webSocketDebuggerUrl), waiting = {};
  await new Promise(done => { socket.onopen = done; });
  let id = 0;
  socket.onmessage = e => {
    const answer = JSON.parse(e.data);
    waiting[answer.id]?.(answer.result);
  };
  const call = (method, params = {}) => new Promise(done => {
    waiting[++id] = done;
    socket.send(JSON.stringify({ id, method, params }));
  });
  const stop = () => new Promise(done => {
    chromium.on('exit', done);
    socket.close();
    chromium.kill();
  });
  return { call, stop };
}

const pause = ms => new Promise(done => setTimeout(done, ms));

// How each search is asked in a page; the answer is the paths of the first results.
const searches = {
  sitegen: query => `(async () => {
    const until = async what => { for (;;) { const v = what(); if (v) return v; await new Promise(done => setTimeout(done, 5)); } };
    document.querySelector('.search-open').click();
    const input = await until(() => document.querySelector('.finder[open] input'));
    input.value = ${JSON.stringify(query + ' ')};
    input.oninput();
    await until(() => document.querySelector('.finder [role=status]').textContent);
    return [...document.querySelectorAll('#finds a')].slice(0, 3).map(a => new URL(a.href).pathname);
  })()`,
  pagefind: query => `import('/pagefind/pagefind.js').then(async pagefind => {
    const found = (await pagefind.search(${JSON.stringify(query)})).results.slice(0, 3);
    return (await Promise.all(found.map(one => one.data()))).map(one => one.url);
  })`,
};

const queries = fs.readFileSync(process.argv[3] || 'queries.txt', 'utf8').trim().split('\n').map(line => line.split('\t'));
const copy = path.join(temp, 'site');
fs.cpSync(folder, copy, { recursive: true });
fs.rmSync(path.join(copy, 'search'), { recursive: true }); // its list of all pages
execFileSync('node_modules/.bin/pagefind', ['--site', copy]);

const { call, stop } = await browse();
await call('Page.enable');
await call('Network.enable');
for (const [name, root] of [['sitegen', folder], ['pagefind', copy]]) {
  const server = await serve(root), sum = { first: 0, three: 0, requests: 0, bytes: 0, time: 0 };
  for (const [query, page] of queries) {
    await call('Network.clearBrowserCache');
    await call('Page.navigate', { url: `http://127.0.0.1:${server.address().port}/` });
    await pause(350);
    loaded.requests = loaded.bytes = 0;
    const start = performance.now();
    const { result } = await call('Runtime.evaluate', { expression: searches[name](query), awaitPromise: true, returnByValue: true });
    sum.time += performance.now() - start;
    await pause(200);
    const pages = page.split('|');
    const at = page === 'none' ? Math.min(0, -result.value.length) : result.value.findIndex(path => pages.includes(path));
    if (at === 0) sum.first++;
    if (at >= 0) sum.three++;
    if (at !== 0) console.log(`${name}: "${query}" gives ${result.value.join(' ') || 'nothing'}, not ${page}`);
    sum.requests += loaded.requests;
    sum.bytes += loaded.bytes;
  }
  const each = n => (n / queries.length).toFixed(1);
  console.log(`${name}: of ${queries.length} queries ${sum.first} have the page first, ${sum.three} in the first three; ${each(sum.requests)} requests and ${each(sum.bytes / 1000)} kB each, answered after ${each(sum.time)} ms`);
  server.close();
}
await stop();
await pause(1000); // its other processes write their profile
fs.rmSync(temp, { recursive: true, force: true, maxRetries: 3 });
process.exit(0);
