import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtimeNotices } from './notices.mjs';

/** A file of an archive or a package: `{ path, mode, body }`. */
const file = (path, body, mode = 0o644) => ({ path, mode, body: Buffer.from(body) });

/** The man pages: `{ name: 'svc.1', section: '1', body }`. */
export function manPages(root) {
  return readdirSync(join(root, 'build/man'))
    .sort()
    .map((name) => ({ name, section: name.slice(-1), body: readFileSync(join(root, 'build/man', name)) }));
}

/** The files of the archive of one target. */
export function archiveFiles(root, executable, extension) {
  const read = (path) => readFileSync(join(root, path));
  const completions = readdirSync(join(root, 'completions')).sort();
  return [
    file(`svc${extension}`, readFileSync(executable), 0o755),
    ...completions.map((name) => file(`completions/${name}`, read(`completions/${name}`))),
    ...manPages(root).map(({ name, section, body }) => file(`man/man${section}/${name}`, body)),
    ...['README.md', 'CHANGELOG.md', 'LICENSE'].map((name) => file(name, read(name))),
    file('THIRD-PARTY-LICENCES.txt', read('dist/THIRD-PARTY-LICENCES.txt')),
    file('RUNTIME-LICENCES.txt', runtimeNotices()),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}
