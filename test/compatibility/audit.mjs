import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const usage = `Usage: npm run compatibility -- audit [--clones PATTERN] [--show N] [--sarif FILE]

Audits real configurations without a lock and without a network: each folder with module calls of the repositories below, and prints
the findings by rule. A crash, or an exit code other than 0 or 2 (a folder that terraform rejects too), fails.

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
    ...{ clones: { type: 'string' }, show: { type: 'string', default: '0' }, sarif: { type: 'string' } },
    help: { type: 'boolean', default: false },
  },
});
const svc = fileURLToPath(new URL('../../bin/svc.js', import.meta.url));
const run = promisify(execFile);

if (flags.help) process.stdout.write(usage);
else await main();

async function main() {
  const work = mkdtempSync(join(tmpdir(), 'svc-audit-'));
  const validate = await sarifValidator();
  const [counts, outcomes, audited] = [new Map(), new Map(), []];
  try {
    for (const name of repositories) {
      const folder = join(work, name.replace('/', '-'));
      if (!checkedOut(name, folder)) continue;
      for (const dir of callersBelow(folder)) {
        const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: work }, maxBuffer: 64 * 1024 * 1024 };
        const shown = relative(folder, dir) || '.';
        const words = [svc, 'module', 'audit', shown, '--offline', '-o', 'sarif'];
        const { code = 0, stderr, stdout } = await run(process.execPath, words, options).catch((error) => error);
        const outcome =
          code === 0 ? 'audited' : code === 2 ? /Error: (?:\S+:\d+: )?(.{0,30})/.exec(stderr)?.[1] : 'CRASH';
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        if (outcome === 'CRASH') throw new Error(`${name} ${shown}: ${code} ${stderr}`);
        if (code !== 0) continue;
        const report = JSON.parse(stdout);
        validate(report);
        const { results } = report.runs[0];
        audited.push({ name: `${name} ${shown}`, results });
        for (const { ruleId } of results) counts.set(ruleId, (counts.get(ruleId) ?? 0) + 1);
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  console.log(Object.fromEntries(outcomes), Object.fromEntries(counts));
  const step = Math.max(1, Math.floor(audited.length / Number(flags.show)));
  for (const { name, results } of audited.filter((_, index) => index % step === 0).slice(0, Number(flags.show))) {
    console.log(`\n${name}`);
    for (const { locations, message, ruleId } of results) {
      const { artifactLocation, region } = locations[0].physicalLocation;
      console.log(`  ${ruleId} ${artifactLocation.uri}:${region.startLine} ${message.text}`);
    }
  }
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
