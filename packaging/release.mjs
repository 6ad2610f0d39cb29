// Builds the artifacts of a release into build/release/vVERSION: `npm run release`.
import { parseArgs } from 'node:util';
import { buildRelease, releaseOptions, targetNames } from './release/build.mjs';
import { differences } from './release/reproducible.mjs';

const usage = `Usage: node packaging/release.mjs [flags]

Builds the npm package, the archives, the Debian packages, the installer, the Homebrew formula, the Scoop manifest,
the SBOM and SHA256SUMS. Run "npm run build" first.

  --only npm           build the npm package only
  --target TARGET      build for this target only; repeatable (${targetNames.join(', ')})
  --executables DIR    take the executables from DIR (svc-TARGET) instead of compiling them
  --out DIR            folder of the release (default: build/release)
  --tag TAG            require this tag to be v and the version, and a dated section in CHANGELOG.md
  --level N            gzip level of the archives, 0 (stored) to 9 (default: 6)
  --check              build twice and compare the bytes
  --help               show this help

SOURCE_DATE_EPOCH sets the time of every file (default: the time of the last commit).
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    target: { type: 'string', multiple: true },
    executables: { type: 'string' },
    out: { type: 'string' },
    tag: { type: 'string' },
    level: { type: 'string' },
    check: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

try {
  if (values.help) process.stdout.write(usage);
  else await main();
} catch (error) {
  process.stderr.write(`Error: ${error.message}\n`);
  process.exitCode = 1;
}

async function main() {
  const options = releaseOptions(values);
  const names = await buildRelease(options);
  for (const name of names) process.stdout.write(`${options.folder}/${name}\n`);
  if (!values.check) return;
  const different = await differences(options, names);
  if (different.length > 0) throw new Error(`A second build has other bytes: ${different.join(', ')}.`);
  process.stdout.write(`A second build has the same bytes: ${names.length} files.\n`);
}
