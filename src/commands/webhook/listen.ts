import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { collect } from '../../cli/set-flag.ts';
import { stopped } from '../../cli/stopped.ts';
import { count, duration, positive } from '../../cli/values.ts';
import { UsageError } from '../../errors.ts';
import { maskUrl } from '../../secrets.ts';
import { type Delivery, isAccepted } from '../../webhook/delivery.ts';
import { type DeliveryFilter, parseFilters } from '../../webhook/filter.ts';
import { forward } from '../../webhook/forward.ts';
import { leadsBack } from '../../webhook/forward-loop.ts';
import type { Inspector } from '../../webhook/inspector/inspector.ts';
import type { ListenerOptions } from '../../webhook/listener.ts';
import type { SendOptions } from '../../webhook/send.ts';
import { tell } from '../listening/delivery.ts';
import { endWith, sayListening, serve, servingFlags, summary } from '../listening/serve.ts';
import { destination, sendOptions } from './destination.ts';
import { checkFilters, filterNotes } from './filters.ts';
import { createRunner } from './run-command.ts';

export function registerListen(webhook: Command): void {
  const listen = explain(webhook.command('listen'), {
    notes: `Each delivery is verified, stored in the journal (svc webhook list), and answered with 204, or with 401 if its signature does not match;
the output says why. The service must reach the listener: in the same network (--host), or through a reverse proxy or a tunnel (ssh -R)
whose URL is --public-url. With --allow-unsigned, an unsigned request must be addressed to a Host of the listener, this machine or that URL,
and must not come from a page in a browser; otherwise the response is 403.

-o ndjson prints {"event":"listening","url":...} first, then one object per delivery. --filter selects the deliveries that are shown, counted,
executed and forwarded; the journal stores all. Only accepted deliveries are executed and forwarded. ${filterNotes}

--exec omits from the environment of the command: SVC_TOKEN*, TF_TOKEN*, the tokens of this run, proxy credentials, and variables whose name
suggests a secret (GITHUB_PAT, DB_PASSWORD, AWS_SECRET_ACCESS_KEY, OPENAI_API_KEY). --exec-env NAME passes one. After Ctrl-C, SIGTERM or
SIGHUP no further command is started.

--ui serves a page that shows deliveries live, on this machine only and on a port of its own, which no tunnel to the listener reaches:
payload, headers, bytes, the reason for a rejection, the states of a run, replay, and copy as a curl command. Its URL contains a secret
("ui" in -o ndjson): whoever has the URL can read the deliveries and have them signed.

Ctrl-C and SIGTERM end the command with exit code 0, or with 130 and 143 if --count or --for is given.`,
    examples: [
      'svc webhook listen --port 8080 --token-env HOOK_TOKEN',
      'svc webhook listen --token-file new.txt --token-file old.txt --filter trigger=run:errored -o ndjson',
      'svc webhook listen --token-env HOOK_TOKEN --forward http://127.0.0.1:3000/hooks --count 5 --for 10m',
      'svc webhook listen --port 8080 --token-env HOOK_TOKEN --ui',
    ],
  }).description('Receive notifications and verify their signatures');
  servingFlags(listen)
    .option('--status <n>', 'respond to valid deliveries with this status, to test a failure', count)
    .option('--forward <url>', 'forward valid deliveries unchanged, and return the response')
    .option(
      '--exec <command>',
      'run a command for each valid delivery, without a shell: body on stdin, fields in SVC_WEBHOOK_…',
    )
    .option('--exec-env <name>', 'pass an environment variable that --exec omits; repeatable', collect)
    .option(
      '--filter <key=value>',
      'only matching deliveries: trigger, run, workspace, verified, verdict, status …; repeatable',
      collect,
    )
    .option('--count <n>', 'stop after this many deliveries', positive)
    .option('--for <duration>', 'stop after this duration', duration)
    .option('--ui', 'show deliveries in a browser, on this machine only')
    .action(
      run(async (context, flags) => {
        const { host, output } = context;
        const { exec, execEnv, filter = [], publicUrl, status } = flags;
        if (flags.forward !== undefined && status !== undefined) {
          throw new UsageError(
            '--forward and --status cannot be used together: --forward returns the response of its target.',
          );
        }
        if (execEnv && exec === undefined) throw new UsageError('--exec-env requires --exec.');
        checkFilters('--filter', filter, output);
        const fits = parseFilters(filter);
        const runner = exec === undefined ? undefined : createRunner({ exec, execEnv }, context);
        const behind = flags.forward === undefined ? undefined : destination('--forward', flags.forward);
        const options = await sendOptions(context);
        const respond = behind && forwarding(behind, fits, options, output);
        const inspecting = flags.ui ? await import('./inspector.ts') : undefined;
        const history = await inspecting?.beginHistory(context);
        const onAnswer = history && ((delivery: Delivery) => history.add(delivery));
        const serving = await serve(flags, context, () => ({ status, respond, onAnswer }));
        const { listener, tokens } = serving;
        const ending = endWith(serving, host.signal, flags.for);
        let page: Inspector | undefined;
        try {
          if (behind && (leadsBack(behind, new URL(listener.url)) || behind.href === hrefOf(publicUrl))) {
            throw new UsageError(`--forward: ${maskUrl(behind)} is the listener itself, which would never end.`);
          }
          page = history && (await inspecting?.inspect(history, serving, { behind, options }, context));
          await sayListening(serving, output, page?.url);
          let left = flags.count ?? Number.POSITIVE_INFINITY;
          for await (const delivery of listener) {
            if (!fits(delivery)) continue;
            await tell(delivery, output);
            if (isAccepted(delivery)) await runner?.run(delivery, tokens);
            // What is no delivery at all does not count.
            if (delivery.verdict !== 'refused') left -= 1;
            if (left <= 0) break;
          }
        } finally {
          ending.off();
          await page?.close();
          await serving.close();
        }
        runner?.report();
        output.note(`${summary(listener.counters)} They are kept in ${serving.journal.path}.`);
        if (!host.signal.aborted) return;
        if (flags.count !== undefined || flags.for !== undefined) throw host.signal.reason;
        stopped(context);
      }),
    );
}

const hrefOf = (url: string | undefined) => url && new URL(url).href;

function forwarding(
  url: URL,
  fits: DeliveryFilter,
  options: SendOptions,
  { warn }: Context['output'],
): NonNullable<ListenerOptions['respond']> {
  return async (delivery, original, ended) => {
    if (!fits(delivery)) return undefined;
    const { answer, error } = await forward(url, delivery, original, { ...options, signal: ended });
    if (error) warn(error.message);
    return answer;
  };
}
