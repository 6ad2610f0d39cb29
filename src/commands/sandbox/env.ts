import type { Command } from 'commander';
import { z } from 'zod';
import { NetworkError, UsageError } from '../../errors.ts';
import { serviceUrl } from '../../origin.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { announced, type RunningSandbox } from './running.ts';

const flags = z.object({ as: z.string().default('site-admin') });

export function registerEnv(sandbox: Command, { client, credentials, host, output }: Context): void {
  explain(sandbox.command('env'), {
    notes: `The newest sandbox of this machine is taken, or the one at --address.`,
    examples: ['eval "$(svc sandbox env)"', 'eval "$(svc sandbox env --as user)"'],
  })
    .description('Print the shell lines that point svc at the running sandbox')
    .option('--as <kind>', 'whose token: site-admin, owner, user, team or organization (default: site-admin)')
    .action(
      action(flags, async ({ as }) => {
        const running = await find(sandbox.optsWithGlobals<{ address?: string }>().address);
        const token = running.tokens[as];
        if (token === undefined) {
          throw new UsageError(`--as: "${as}" is none of ${Object.keys(running.tokens).join(', ')}.`);
        }
        const variables = {
          SVC_ADDRESS: running.address,
          SVC_TOKEN: token,
          SVC_ORGANIZATION: running.organization,
          SVC_REGISTRY: running.registry,
        };
        const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`);
        await output.event(lines.join(''), variables);
      }),
    );

  /** The newest sandbox that answers, since one that was killed leaves its note behind. */
  async function find(address: string | undefined): Promise<RunningSandbox> {
    const wanted = address && serviceUrl(address, { source: '--address', insecureHttp: true }).origin;
    for (const running of announced(host)) {
      if (wanted && new URL(running.address).origin !== wanted) continue;
      credentials.use(running.address, running.control);
      const alive = await (await client())
        .send('GET', new URL('/sandbox/info', running.address))
        .catch(() => undefined);
      if (alive) return running;
    }
    throw new NetworkError(wanted ? `No sandbox of yours runs at ${wanted}.` : 'No sandbox runs here.', {
      hint: 'svc sandbox start',
    });
  }
}
