import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { auditRecipe } from './audit-recipe.mjs';

const usage = `Usage: npm run compatibility -- audit [--configurations N] [--seed N] [--clones PATTERN] [--show N] [--sarif FILE]

Runs the job of docs/ci.md on generated configurations with locks: it must be green unless something in them is a warning or an error.

Audits real configurations without a lock and without a network: each folder with module calls of the repositories below, and prints
the findings by rule. A crash fails; a folder that cannot be read is counted with its reason.

  --configurations N how many of them (default: 50; with --clones none, no repository is audited)
  --seed N           what they are drawn from (default: 1)
  --clones PATTERN   where local clones are, with {owner} and {name}; others are cloned from github.com
  --show N           also print the findings of N of the configurations, for reading
  --sarif FILE       the JSON Schema of SARIF 2.1.0, by which each report is validated
`;
const repositories = [
  'aws-ia/terraform-aws-eks-blueprints',
  'cloudposse/terraform-aws-components',
  'GoogleCloudPlatform/cloud-foundation-fabric',
  'ministryofjustice/modernisation-platform',
];
const { values: flags } = parseArgs({
  args: process.argv.slice(3),
  options: {
    ...{ configurations: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
    ...{ clones: { type: 'string' }, show: { type: 'string', default: '0' }, sarif: { type: 'string' } },
    help: { type: 'boolean', default: false },
  },
});
const svc = fileURLToPath(new URL('../../bin/svc.js', import.meta.url));
const run = promisify(execFile);

if (flags.help) process.stdout.write(usage);
else {
  const wrong = await auditRecipe({ configurations: Number(flags.configurations), seed: Number(flags.seed) });
  process.exitCode = Number(wrong > 0);
  if (flags.clones !== 'none') await main();
}

async function main() {
  const work = mkdtempSync(join(tmpdir(), 'svc-audit-'));
  const validate = await sarifValidator();
  const [rules, outcomes, folders] = [{}, {}, new Map()];
  const count = (counts, name) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  try {
    for (const name of repositories) {
      const folder = join(work, name.replace('/', '-'));
      if (!checkedOut(name, folder)) continue;
      const dirs = callersBelow(folder).map((dir) => relative(folder, dir) || '.');
      const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: work }, maxBuffer: 256 * 1024 * 1024 };
      const words = [svc, 'module', 'audit', ...dirs, '--offline', '-o', 'sarif'];
      const { code = 0, stderr, stdout } = await run(process.execPath, words, options).catch((error) => error);
      if (code !== 0 && code !== 2 && code !== 8) throw new Error(`${name}: ${code} ${stderr}`);
      const lines = stderr.split('\n');
      for (const dir of dirs) {
        const line = lines.find((each) => each.startsWith(`${dir}: `))?.slice(dir.length + 2) ?? 'nothing was said';
        if (/^\d+ findings? in /.test(line)) folders.set(`${name}/${dir}`, []);
        count(
          outcomes,
          folders.has(`${name}/${dir}`)
            ? 'audited'
            : line.replace(/^\S+:\d+: /, '').replace(/module \S+ calls \S+,/, 'a call'),
        );
      }
      const report = JSON.parse(stdout);
      validate(report);
      for (const { locations, message, ruleId } of report.runs[0].results) {
        const { artifactLocation, region } = locations[0].physicalLocation;
        count(rules, ruleId);
        folders
          .get(`${name}/${dirname(artifactLocation.uri)}`)
          ?.push(`${ruleId} ${artifactLocation.uri}:${region.startLine} ${message.text}`);
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  console.log(outcomes, rules);
  const shown = [...folders].filter(([, found]) => found.length > 0);
  const step = Math.max(1, Math.floor(shown.length / Number(flags.show)));
  for (const [name, found] of shown.filter((_, index) => index % step === 0).slice(0, Number(flags.show)))
    console.log(`\n${name}\n  ${found.join('\n  ')}`);
}

/** The configuration files of a local clone, which may lack others, or a new clone; with a `.git`. */
function checkedOut(name, folder) {
  const [owner, repository] = name.split('/');
  const local = flags.clones?.replaceAll('{owner}', owner).replaceAll('{name}', repository);
  const url = local && existsSync(local) ? local : `https://github.com/${name}`;
  try {
    mkdirSync(join(folder, '.git'), { recursive: true });
    if (url === local) {
      const tar = execFileSync('git', ['-C', local, 'archive', 'HEAD', ':(glob)**/*.tf'], {
        maxBuffer: 1024 ** 3,
        stdio: 'pipe',
      });
      execFileSync('tar', ['-x', '-C', folder], { input: tar });
    } else {
      rmSync(folder, { recursive: true });
      execFileSync('git', ['clone', '--quiet', '--depth', '1', url, folder], { stdio: 'ignore' });
    }
    return true;
  } catch {
    console.log(`SKIPPED ${name}: it could not be cloned from ${url}.`);
    return false;
  }
}

function callersBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const hasCalls = entries.some(
    (entry) =>
      entry.isFile() && entry.name.endsWith('.tf') && /^module "/m.test(readFileSync(join(folder, entry.name), 'utf8')),
  );
  const inner = entries.filter((entry) => entry.isDirectory() && entry.name !== '.git');
  return [...(hasCalls ? [folder] : []), ...inner.flatMap(({ name }) => callersBelow(join(folder, name)))];
}

async function sarifValidator() {
  if (flags.sarif === undefined) {
    console.log('SKIPPED the validation of SARIF: no --sarif FILE.');
    return () => {};
  }
  const { default: Ajv } = await import('ajv');
  const { $schema: _, id: _id, ...schema } = JSON.parse(readFileSync(flags.sarif, 'utf8'));
  const valid = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  return (report) => {
    if (!valid(report)) throw new Error(`invalid SARIF: ${JSON.stringify(valid.errors)}`);
  };
}
