import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildExecutable, targets } from '../executable/build.mjs';
import { readIdentity } from '../identity.mjs';
import { tarGz, zip } from './archive.mjs';
import { changelogSection } from './changelog.mjs';
import { archiveFiles } from './contents.mjs';
import { deb, debArchitectures } from './deb.mjs';
import { filled, templateValues } from './formula.mjs';
import { pack, stage } from './npm.mjs';
import { sbom } from './sbom.mjs';

const root = resolve(import.meta.dirname, '../..');

export const targetNames = Object.keys(targets);

/** Returns the options of a release. @throws for flags that contradict each other */
export function releaseOptions({ only, target, executables, out = join(root, 'build/release'), tag, level = '6' }) {
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (only !== undefined && only !== 'npm') throw new Error(`Invalid value "${only}" for --only. Choose from: npm.`);
  const unknown = (target ?? []).filter((name) => !targetNames.includes(name));
  if (unknown.length > 0) {
    throw new Error(`Invalid value "${unknown[0]}" for --target. Choose from: ${targetNames.join(', ')}.`);
  }
  if (!/^\d$/.test(level)) throw new Error(`--level must be 0 to 9, not "${level}".`);
  const changes = changelogSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (tag !== undefined && tag !== `v${version}`) throw new Error(`--tag must be v${version}, not ${tag}.`);
  if (tag !== undefined && !/\(\d{4}-\d\d-\d\d\)$/.test(changes.title)) {
    throw new Error(`CHANGELOG.md must have the date of ${version}: "## ${version} (YYYY-MM-DD)".`);
  }
  if (!existsSync(join(root, 'dist/main.cjs'))) throw new Error('dist/main.cjs is missing. Run: npm run build');
  const names = only === 'npm' ? [] : targetNames.filter((name) => target === undefined || target.includes(name));
  const [folder, staged] = [`v${version}`, 'npm'].map((name) => join(resolve(out), name));
  return {
    identity: readIdentity(root),
    version,
    description,
    changes,
    epoch: sourceDate(),
    names,
    folder,
    staged,
    executables,
    only,
    level: Number(level),
  };
}

/** The time of every file in the artifacts, in seconds. */
function sourceDate() {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given === undefined) {
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
  }
  if (!/^\d+$/.test(given)) throw new Error(`SOURCE_DATE_EPOCH must be a number of seconds, not "${given}".`);
  return Number(given);
}

/** Builds into `folder`, which is replaced, and returns the names of the files. */
export async function buildRelease(options) {
  const { folder, staged, identity, only, changes } = options;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  stage(root, staged);
  pack(staged, folder);
  if (only !== 'npm') {
    const archives = [];
    for (const target of options.names) archives.push(await buildTarget(target, options));
    copyFileSync(join(root, 'packaging/install.sh'), join(folder, 'install.sh'));
    chmodSync(join(folder, 'install.sh'), 0o755);
    // These two files name the archives of several targets, so they need all of them.
    if (options.names.length === targetNames.length) {
      const values = templateValues({ ...options, archives });
      writeFileSync(join(folder, `${identity.package}.rb`), filled('formula.rb', values));
      writeFileSync(join(folder, `${identity.package}.json`), filled('manifest.json', values));
    }
  }
  writeFileSync(join(folder, 'NOTES.md'), changes.body);
  writeFileSync(join(folder, 'svc.cdx.json'), `${JSON.stringify(sbom({ root, ...options }), null, 2)}\n`);
  const names = readdirSync(folder).sort();
  const sums = names.map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  return [...names, 'SHA256SUMS'];
}

/** Writes the archive of a target, and its Debian package if it has one. */
async function buildTarget(target, options) {
  const { folder, version, epoch, identity, description, level } = options;
  const isWindows = target.startsWith('windows-');
  const files = withExecutable(target, options, (path) => archiveFiles(root, path, isWindows ? '.exe' : ''));
  const name = `svc-${version}-${target}.${isWindows ? 'zip' : 'tar.gz'}`;
  const path = join(folder, name);
  if (isWindows) zip(path, files, epoch);
  else writeFileSync(path, await tarGz(files, epoch, level));
  const architecture = debArchitectures[target];
  if (architecture !== undefined) {
    const bytes = await deb({ identity, version, epoch, architecture, files, description, level });
    writeFileSync(join(folder, `${identity.package}_${version}_${architecture}.deb`), bytes);
  }
  return { target, name, sha256: sha256(readFileSync(path)) };
}

/** Calls `use` with the path of an executable: a given one, or one that this build compiles. */
function withExecutable(target, { executables }, use) {
  const extension = target.startsWith('windows-') ? '.exe' : '';
  if (executables !== undefined) return use(resolve(executables, `svc-${target}${extension}`));
  const temporary = mkdtempSync(join(tmpdir(), 'svc-compile-'));
  try {
    return use(buildExecutable(target, join(temporary, `svc${extension}`)));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
