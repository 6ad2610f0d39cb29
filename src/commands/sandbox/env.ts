import type { Command } from 'commander';
import { z } from 'zod';
import { UsageError } from '../../errors.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { knowing } from '../values.ts';
import { findSandbox } from './find.ts';

/** The kinds of caller (part 1, Authentication), as the sandbox names its tokens. */
const kinds = ['site-admin', 'owner', 'user', 'team', 'organization'];
const flags = z.object({ as: z.string().default('site-admin') });

export function registerEnv(sandbox: Command, context: Context): void {
  const { output } = context;
  explain(sandbox.command('env'), {
    notes: `The newest sandbox of this machine is taken, or the one at --address.`,
    examples: ['eval "$(svc sandbox env)"', 'eval "$(svc sandbox env --as user)"'],
  })
    .description('Print the shell lines that point svc at the running sandbox')
    .option('--as <kind>', `whose token: ${kinds.join(', ')} (default: site-admin)`, knowing(kinds))
    .action(
      action(flags, async ({ as }) => {
        const running = await findSandbox(sandbox.optsWithGlobals<{ address?: string }>(), context);
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
        await output.value(lines.join(''), variables);
      }),
    );
}
