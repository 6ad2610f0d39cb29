import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compareChoices } from './floating-tags.mjs';

const usage = `Usage: npm run compatibility -- update [--repositories N] [--seed N] [--files N] [--clones PATTERN]

Updates the calls of generated repositories with floating, renamed and tags/ spellings of their versions, and compares each choice with the releases
that the repositories were made of; the rows of docs/compatibility.md#chosen-versions too.

Raises the versions in real *.tf files of public repositories and in 2,000 generated ones, and compares what terraform-config-inspect,
which is built with go, reads before and after.

  --repositories N   how many generated repositories (default: 30)
  --seed N           what they are drawn from (default: 1)
  --files N          how many real files (default: 4000); those with module calls come first
  --clones PATTERN   where local clones are: a path in which {owner} and {name} stand for those of the repository; others are cloned
`;
const repositories = [
  'ministryofjustice/modernisation-platform-environments',
  'ministryofjustice/modernisation-platform',
  'cloudposse/terraform-aws-components',
  'GoogleCloudPlatform/cloud-foundation-fabric',
  'terraform-google-modules/terraform-example-foundation',
  'aws-ia/terraform-aws-eks-blueprints',
];
const { values: flags } = parseArgs({
  args: process.argv.slice(3),
  options: {
    repositories: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '4000' },
    clones: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const work = mkdtempSync(join(tmpdir(), 'svc-update-'));
const most = 256 * 1024 * 1024;
try {
  if (flags.help) process.stdout.write(usage);
  else {
    const wrong = await compareChoices({ repositories: Number(flags.repositories), seed: Number(flags.seed) });
    process.exitCode = main() || Number(wrong > 0);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

function main() {
  const env = { ...process.env, GOBIN: join(work, 'bin'), GOFLAGS: '-modcacherw' };
  const go = ['install', 'github.com/hashicorp/terraform-config-inspect@latest'];
  const built = spawnSync('go', go, { env, encoding: 'utf8' });
  if (built.error) return skipped('there is no go on PATH');
  if (built.status !== 0) return skipped(built.stderr.trim());
  const found = repositories.flatMap(filesOf);
  const calls = (text) => (/^module\s+"/m.test(text) ? 1 + /[?&]ref=v?\d|^\s+version\s*=\s*"/m.test(text) : 0);
  const chosen = found.sort((a, b) => calls(b) - calls(a)).slice(0, Number(flags.files));
  console.log(
    `${chosen.length} of ${found.length} real files, ${chosen.filter(calls).length} of them with module calls`,
  );
  mkdirSync(join(work, 'files'));
  for (const [nth, text] of chosen.entries()) writeFileSync(join(work, 'files', `${nth}.tf`), text);
  const PATH = [join(work, 'bin'), process.env.PATH].join(delimiter);
  const test = ['vitest', 'run', 'test/compatibility/update.test.ts'];
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const own = { ...process.env, PATH, UPDATE_FILES: join(work, 'files') };
  return spawnSync('npx', test, { cwd, env: own, stdio: 'inherit' }).status ?? 1;
}

/** The texts of the *.tf files of a repository, as they are committed. */
function filesOf(repository) {
  const [owner, name] = repository.split('/');
  const local = flags.clones?.replaceAll('{owner}', owner).replaceAll('{name}', name) ?? '';
  const clone = existsSync(local) ? local : join(work, name);
  const git = (...words) => spawnSync('git', words, { maxBuffer: most, encoding: 'latin1' });
  const url = `https://github.com/${repository}`;
  if (clone !== local && git('clone', '--quiet', '--bare', '--depth=1', url, clone).status !== 0) {
    console.log(`SKIPPED ${repository}: it could not be cloned from ${url}.`);
    return [];
  }
  const blobs = git('-C', clone, 'ls-tree', '-r', 'HEAD').stdout.matchAll(/^100\d{3} blob ([0-9a-f]+)\t.*\.tf$/gm);
  const input = [...blobs].map(([, id]) => `${id}\n`).join('');
  const stdout = execFileSync('git', ['-C', clone, 'cat-file', '--batch'], { input, maxBuffer: most });
  const texts = [];
  for (let at = 0; at < stdout.length; ) {
    const start = stdout.indexOf(10, at) + 1;
    const [, type, size = '0'] = stdout.toString('latin1', at, start).trim().split(' ');
    if (type !== 'blob') at = start;
    else {
      texts.push(stdout.toString('utf8', start, start + Number(size)));
      at = start + Number(size) + 1;
    }
  }
  return texts;
}

function skipped(why) {
  console.log(`SKIPPED update: ${why}.`);
  return 0;
}
