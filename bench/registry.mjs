// A module registry in a forked process: `node registry.mjs FOLDER LATENCY_MS` sends its port to its parent, and ends
// with it. The archive FOLDER/NAME.tar.gz is version 1.0.0 of the module bench/NAME/null.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const [, , folder, latency] = process.argv;
const smallBytes = 1024 * 1024;
const small = new Map();

const server = createServer((request, response) => {
  if (Number(latency) > 0) setTimeout(() => answer(request, response), Number(latency));
  else answer(request, response);
});

function answer({ url }, response) {
  const [, archive] = /^\/archives\/([\w-]+)\.tar\.gz$/.exec(url) ?? [];
  if (archive) return send(join(folder, `${archive}.tar.gz`), response);
  const [, name, what] = /^\/v1\/modules\/bench\/([\w-]+)\/null\/(versions|1\.0\.0\/download)$/.exec(url) ?? [];
  if (url === '/.well-known/terraform.json') return json(response, { 'modules.v1': '/v1/modules/' });
  if (!name || !existsSync(join(folder, `${name}.tar.gz`))) return response.writeHead(404).end();
  if (what === 'versions') return json(response, { modules: [{ versions: [{ version: '1.0.0' }] }] });
  response.writeHead(204, { 'X-Terraform-Get': `/archives/${name}.tar.gz` }).end();
}

function json(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function send(path, response) {
  const { size } = statSync(path);
  response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': size, etag: `"${size}"` });
  if (size > smallBytes) return createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(response);
  if (!small.has(path)) small.set(path, readFileSync(path));
  response.end(small.get(path));
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
