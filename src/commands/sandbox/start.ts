import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { LocalError, SvcError } from '../../errors.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { count, duration, oneOf, option } from '../values.ts';
import { announce } from './running.ts';

const editions = ['self-hosted', 'hosted'] as const;
const flags = z.object({
  port: z.number().max(65_535).default(0),
  edition: z.enum(editions).default('self-hosted'),
  latency: z.number().optional(),
  modules: z.string().optional(),
  data: z.string().optional(),
  log: z.boolean().default(false),
});

export function registerStart(sandbox: Command, { host, output }: Context): void {
  explain(sandbox.command('start'), {
    notes: `With --json exactly one line is printed once the sandbox accepts connections: its addresses, its tokens and who is in it.`,
    examples: [
      'svc sandbox start --port 4000 --data sandbox.json',
      'eval "$(svc sandbox env)"        # in another terminal',
    ],
  })
    .description('Start the service on this machine and keep it running until Ctrl-C')
    .addOption(option('--port <n>', 'port on 127.0.0.1; any free one unless told', count))
    .addOption(option('--edition <edition>', `${editions.join(' or ')} (default: self-hosted)`, oneOf(editions)))
    .addOption(option('--latency <duration>', 'hold every answer back that long', duration))
    .option('--modules <dir>', 'publish the modules of a folder laid out NAMESPACE/NAME/PROVIDER/VERSION/')
    .option('--data <file>', 'keep the state in a file, written before a write is answered; in memory unless told')
    .option('--log', 'say each request on stderr')
    .action(
      action(flags, async ({ data, edition, latency, log, modules, port }) => {
        const { startSandbox } = await import('../../sandbox/server.ts');
        const running = await startSandbox({
          port,
          edition,
          now: host.now,
          ...(latency === undefined ? {} : { latencyMs: latency }),
          ...(data === undefined ? {} : { dataFile: resolve(host.cwd, data) }),
          ...(modules === undefined ? {} : { modulesDir: resolve(host.cwd, modules) }),
          onRequest({ method, target, status, durationMs }) {
            if (log) output.note(`${status || '---'} ${method} ${target} (${Math.round(durationMs)} ms)`);
          },
        }).catch((error: Error) => {
          throw error instanceof SvcError ? error : new LocalError(startFault(error, modules), { cause: error });
        });
        try {
          const forget = announce(host, { ...running.info, control: running.control });
          try {
            await output.event(welcome(running.info, edition, data), running.info);
            if (!host.signal.aborted) await once(host.signal, 'abort');
          } finally {
            forget();
          }
        } finally {
          await running.close();
        }
        throw host.signal.reason;
      }),
    );
}

function startFault({ message }: Error, modules: string | undefined): string {
  return modules === undefined ? `The sandbox did not start: ${message}` : `--modules ${modules}: ${message}`;
}

function welcome(
  {
    address,
    api,
    registry,
    organization,
    tokens,
  }: { address: string; api: string; registry: string; organization: string; tokens: Record<string, string> },
  edition: string,
  data: string | undefined,
): string {
  const kinds = Object.entries(tokens).map(([kind, token]) => `  ${kind.padEnd(14)}${token}\n`);
  return `The ${edition} edition runs at ${address}
  platform      ${api}
  registry      ${registry}
  organization  ${organization}
Tokens
${kinds.join('')}Use it from another terminal:
  eval "$(svc sandbox env)"
Ctrl-C stops it; ${data === undefined ? 'nothing is kept' : `its state is kept in ${data}`}.
`;
}
