import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The fields of package.json that the published one has, too. It has neither scripts nor development dependencies. */
const published = [
  ...['name', 'version', 'description', 'keywords', 'license', 'homepage', 'repository', 'bugs'],
  ...['type', 'bin', 'engines', 'publishConfig'],
];

/** The package.json to publish, with every man page. */
export function publishedManifest(manifest, pages) {
  const fields = published.map((name) => {
    if (manifest[name] === undefined) throw new Error(`package.json has no ${name}`);
    return [name, manifest[name]];
  });
  return { ...Object.fromEntries(fields), man: pages.map((page) => `./build/man/${page}`) };
}

/** Copies the files of the package to `folder`, with the package.json to publish. */
export function stage(root, folder) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  for (const path of manifest.files.flatMap((each) => filesOf(root, each))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
    chmodSync(join(folder, path), path.startsWith('bin/') ? 0o755 : 0o644);
  }
  const pages = readdirSync(join(root, 'build/man')).sort();
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(manifest, pages), null, 2)}\n`);
}

function filesOf(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesOf(root, `${path}/${name}`));
}

/** Packs a staged folder with npm, which sorts the files and sets their times, owners and modes. Returns the name of the file. */
export function pack(staged, destination) {
  const words = ['pack', staged, '--ignore-scripts', '--json', '--pack-destination', destination];
  // npm's warnings about the configuration of this machine are hidden; if npm fails, the error contains them.
  const stdio = ['ignore', 'pipe', 'pipe'];
  const output = execFileSync('npm', words, { encoding: 'utf8', stdio, shell: process.platform === 'win32' });
  return JSON.parse(output)[0].filename;
}
