import type { Command } from 'commander';
import { z } from 'zod';
import { CheckFailedError, TryLaterError } from '../../errors.ts';
import { factsOf } from '../../webhook/event.ts';
import { createWait, nothingYet } from '../../webhook/wait.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { eventOf, lineOf } from '../delivery.ts';
import { explain } from '../explain.ts';
import { declareServingFlags, endWith, serve, servingFlags, summary } from '../serving.ts';
import { collect } from '../set.ts';
import { count, duration, option } from '../values.ts';

const flags = servingFlags.extend({
  until: z.array(z.string(), { error: 'what to wait for is needed: --until trigger=run:completed.' }),
  count: z.number().min(1).optional(),
});

export function registerWait(webhook: Command, context: Context): void {
  const { host, output } = context;
  const wait = explain(webhook.command('wait'), {
    notes: `Prints the events that fit and exits 0; 8 where the run failed (run:errored) and that was not what was waited for; 7 when the
time is up. Only verified deliveries count: a bad signature is counted and reported, and never the end, so that a stranger cannot
fail the job. An event that is delivered twice counts once.`,
    examples: [
      'svc webhook wait --until trigger=run:completed --timeout 10m --port 8080 --token-env HOOK_TOKEN',
      'svc webhook wait --until "trigger=run:*" --until workspace=network --count 3 --token-file hook-token.txt -o ndjson',
    ],
  }).description('Wait for a notification, for scripts and CI jobs');
  declareServingFlags(wait)
    .option('--until <key=value>', 'what to wait for: trigger=run:completed, run=…, workspace=…; repeatable', collect)
    .addOption(option('--timeout <duration>', 'give up after that long; never unless told', duration))
    .addOption(option('--count <n>', 'wait for so many different events; 1 unless told', count))
    .action(
      action(flags, async (given) => {
        const { until, allowUnsigned } = given;
        const next = createWait({ until, count: given.count, allowUnsigned });
        // The flag is also one of those that every command has, which take it first.
        const { timeout } = wait.optsWithGlobals<{ timeout?: number }>();
        const serving = await serve(given, context);
        const { listener } = serving;
        const ending = endWith(serving, host.signal, timeout);
        let waiting = nothingYet;
        try {
          output.note(`Waiting for ${until.join(', ')} at ${listener.url}`);
          for await (const delivery of listener) {
            const before = waiting;
            waiting = next(before, delivery);
            const event = waiting.events.length > before.events.length;
            if (event) await output.event(lineOf(delivery), eventOf(delivery));
            if (waiting.badSignatures > before.badSignatures) output.warn(lineOf(delivery).trimEnd());
            if (waiting.outcome !== null) break;
          }
        } finally {
          ending.off();
          await serving.close();
        }
        output.note(summary(listener.counters));
        if (waiting.outcome === 'errored') {
          const { run } = factsOf(waiting.events.at(-1)?.notification);
          throw new CheckFailedError(`The run ${run ?? ''} failed before ${until.join(', ')}.`.replace('  ', ' '));
        }
        if (waiting.outcome === 'done') return;
        if (host.signal.aborted) throw host.signal.reason;
        throw new TryLaterError(`The time is up, and ${until.join(', ')} did not come${soFar(waiting)}.`, {
          retryable: true,
          hint: ending.expired() ? 'Give it more with --timeout.' : undefined,
        });
      }),
    );
}

function soFar({ badSignatures, events }: typeof nothingYet): string {
  const parts = [
    ...(events.length > 0 ? [`${events.length} of them did`] : []),
    ...(badSignatures > 0 ? [`${badSignatures} with a bad signature`] : []),
  ];
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}
