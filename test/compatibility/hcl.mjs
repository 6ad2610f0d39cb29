import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const usage = `Usage: npm run compatibility -- hcl [--files N] [--seed N]

Compares the module calls, provisioners and external data sources that svc and hcl find in generated files with odd characters. It fails for
a block that only hcl finds.

  --files N   how many files, half of them in JSON (default: 150000)
  --seed N    generates other files (default: 1)
`;
const { values: flags } = parseArgs({
  args: process.argv.slice(3),
  options: {
    files: { type: 'string', default: '150000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
if (flags.help) process.stdout.write(usage);
else {
  console.log(`${flags.files} files of seed ${flags.seed}`);
  const env = { ...process.env, HCL_FILES: flags.files, PROPERTY_SEED: flags.seed };
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { status } = spawnSync('npx', ['vitest', 'run', 'test/modules/hcl/oracle.test.ts'], {
    cwd,
    env,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
