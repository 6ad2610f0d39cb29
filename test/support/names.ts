import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Names that would create a file if a shell evaluated them. */
export const hostile = [
  ...['$(touch evaluated)', '`touch evaluated`', 'a;touch evaluated', "'; touch evaluated; '", '*', 'a b'],
];

/** Names that no completion may contain. */
const unusable = ['--yes', 'red\u001b[31m', 'two\nlines', 'a\ttab', 'rtl\u202e', ''];

/** Writes a config file with profiles below a home folder, and a lock with module calls into it. */
export function writeNames(home: string, address = 'https://example.com'): void {
  const folder = join(home, '.config/svc');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const profiles = ['work', ...hostile, ...unusable, 'wo-2'].map((name) => [name, { address }]);
  const own = { address, token: 'secret', organization: 'acme', notifications: { 'nc-1': { token: 'hook' } } };
  const config = { profiles: { ...Object.fromEntries(profiles), own }, current: 'own' };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config), { mode: 0o600 });
  const source = '$(touch evaluated)';
  const modules = { network: { source }, 'network.subnet': { source } };
  writeFileSync(join(home, 'svc.modules.lock.json'), JSON.stringify({ version: 1, tool: 'tofu', modules }));
}

/** A platform in which every list has the hostile names; `requests` has the requests that it got. */
export async function hostilePlatform(): Promise<{ address: string; requests: string[]; close(): Promise<void> }> {
  const requests: string[] = [];
  const server = createServer(({ headers, method, url }, response) => {
    requests.push(`${method} ${url} ${headers.authorization}`);
    const names = ['web', ...hostile, ...unusable, 'web-2'];
    const data = names.map((name, index) => ({ id: `x-${index}`, type: 'x', attributes: { name, title: name } }));
    response.setHeader('content-type', 'application/vnd.api+json').end(JSON.stringify({ data }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((done) => void server.close(() => done()).closeAllConnections());
  return { address: `http://127.0.0.1:${port}`, requests, close };
}
