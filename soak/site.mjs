import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const disturbed = ['test/platform/site/raced-apply.test.ts', 'test/bin/killed-apply.test.ts'];
const loop = ['test/platform/site/site-loop.test.ts', '--disable-console-intercept'];

/**
 * 500 applies that another user, a lost reply or Ctrl-C disturbs, and 100 that are killed; then 500 sites that documents, saved plans and
 * another hand change from their first apply to their rest, with the violations of each kind. PROPERTY_SEED repeats a run, SITE_ROUNDS
 * shortens it, and SITE_ROUND prints the story of one of the sites.
 */
export async function run() {
  const { PROPERTY_SEED = String(randomInt(2 ** 31)), SITE_ROUNDS = '500' } = process.env;
  const env = { ...process.env, PROPERTY_SEED, SITE_ROUNDS, PROPERTY_SHARE: '5' };
  const vitest = (words) => {
    const stdio = ['ignore', 'pipe', 'inherit'];
    return spawnSync('npx', ['vitest', 'run', '--testTimeout=900000', ...words], { env, encoding: 'utf8', stdio });
  };
  const report = ({ status, stdout }, what) => {
    if (status !== 0) {
      console.log(stdout);
      process.exitCode = 1;
    }
    console.log(`${status === 0 ? 'yes' : 'NO '}  ${what}, with PROPERTY_SEED=${PROPERTY_SEED}`);
  };
  report(vitest(disturbed), 'applies that are disturbed or killed lose nothing');
  const played = vitest(loop);
  if (played.status === 0) console.log(played.stdout.match(/^(\d+ rounds|\s+\d+ {2}).*/gm)?.join('\n'));
  report(played, 'sites that others change come to rest as declared, and each difference is told');
}
