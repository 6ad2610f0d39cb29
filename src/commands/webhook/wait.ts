import { notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { UsageError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import type { Context } from '../../cli/context.ts';
import { workspaceWords } from '../../cli/lookup.ts';
import { collect } from '../../cli/set-flag.ts';
import type { Progress } from '../../cli/terminal/progress.ts';
import { duration, knowing, positive } from '../../cli/values.ts';
import { both, type Command, excludes, type FlagsOf, requires, verb } from '../../cli/verb.ts';
import { type Delivery, isAccepted } from '../../webhooks/delivery.ts';
import { checkFilters, filterNotes, filterWords } from '../../webhooks/filter.ts';
import { summary, throwIfEmpty } from '../../webhooks/options.ts';
import { createWait, nothingYet, requireEvents, triggersFor, wantsVerification } from '../../webhooks/wait.ts';
import { lineOf, showDelivery } from '../listening/delivery.ts';
import { servingFlags } from '../listening/listen-flags.ts';
import { type Receiving, receive } from '../listening/serve.ts';
import { missingFlags, setupOf } from '../listening/setup.ts';
import { readingRules, startFlags, streamFlags } from '../listening/subscribe-flags.ts';

const notes = `Starts a listener, a server that receives deliveries, and waits for an event such as the end of a run.
Prints the matching events and exits with 0; with 8 if the run failed (run:errored) and that was not waited for; with 7 after --timeout.
Only verified deliveries count: every other request is reported with its reason, and a bad signature never ends the command, so that a stranger cannot fail the job. An
event that is delivered twice counts once. A delivery that the journal cannot store is answered 500 and reported, and counts once the sender
repeats it. ${filterNotes}

--create creates a temporary notification configuration with a new token and the triggers that --until needs, and deletes it at the end,
also after Ctrl-C, SIGTERM and SIGHUP. If a run is killed, the next one in the same workspace deletes its configuration. The service
verifies the listener first, so it must reach it at --public-url, which only a service on this machine does not need (exit 8).

--subscribe waits for a delivery of a NATS stream instead, from now on, or with --since or --from-sequence from before.`;

function waitFlags(wait: Command) {
  return both(servingFlags(wait), both(streamFlags(wait), startFlags(wait)))
    .option(
      '--until <key=value>',
      'wait for an event with this value of trigger, workspace, run, organization, configuration or status; repeatable',
      knowing(filterWords, collect),
    )
    .option('--timeout <duration>', 'give up after this duration (default: never)', duration)
    .option('--count <n>', 'number of different events to wait for (default: 1)', positive)
    .optionsGroup('Configuration:')
    .option('--create', 'create a temporary notification configuration')
    .option('-w, --workspace <workspace>', `workspace of --create: ${workspaceWords}`);
}

const rules = [
  ...readingRules,
  requires('workspace', 'create'),
  requires('NATS:', 'subscribe'),
  excludes('create', 'subscribe', 'tokenFile', 'tokenEnv', 'notification', 'allowUnsigned'),
];
type WaitFlags = FlagsOf<typeof waitFlags>;

export const waitVerb = verb({
  words: 'wait',
  about: 'Wait for a notification in a script or CI job',
  text: notes,
  flags: waitFlags,
  required: ['until'],
  rules,
  calls: [notifications.create, notifications.list, notifications.remove, workspaces.show],
  examples: [
    'svc webhook wait --until trigger=run:completed --timeout 10m --port 8080 --token-env HOOK_TOKEN',
    'svc webhook wait --create -w network-production --until trigger=run:completed --port 8080 --public-url https://hooks.example.com/svc',
    'svc webhook wait --subscribe nats://nats.example.com --since 5m --until run=run-CZcmD7eagjhyX0vN --token-env HOOK_TOKEN',
    'svc webhook wait --until "trigger=run:*" --until workspace=network --count 3 --token-file hook-token.txt -o ndjson',
  ],
  run: async (context, flags) => wait(flags, context),
});

async function wait(flags: WaitFlags, context: Context): Promise<void> {
  const { ask, host, output } = context;
  const { create, until } = flags;
  if (!until) {
    const hint = 'Name the event to wait for: --until trigger=run:completed';
    ask.require(['--until', ...missingFlags(flags, context)], hint);
    throw new UsageError('Missing required flag: --until.', { hint });
  }
  checkFilters('--until', until, output);
  const configuration = { name: 'svc webhook wait', triggers: triggersFor(until) };
  const setup = await setupOf(flags, configuration, context);
  const next = createWait(until, flags);
  let waiting = nothingYet;
  let spinner: Progress | undefined;
  const receiving: Receiving = {
    limitMs: flags.timeout,
    begin({ publicUrl, url }) {
      output.note(`Waiting for ${until.join(', ')} at ${maskUrl(publicUrl ?? url)}`);
      spinner = context.progress(`Waiting for ${until.join(', ')}`);
    },
    handlers: async () => [{ handle }],
    isLast: () => waiting.outcome !== null,
  };
  async function handle(delivery: Delivery): Promise<boolean> {
    if (!(create && delivery.marks.includes('verification') && !wantsVerification(until ?? []))) {
      if (!delivery.isUnrecorded) waiting = next(waiting, delivery);
      if (delivery.isUnrecorded || !isAccepted(delivery)) output.warn(lineOf(delivery));
      else if (waiting.whyNot === undefined) await showDelivery(delivery, output);
      else output.note(`${lineOf(delivery)} (${waiting.whyNot})`);
    }
    return true;
  }
  const { expired, serving } = await receive(setup, flags, receiving, context).finally(() => spinner?.stop());
  if (waiting.outcome === null) throwIfEmpty(serving.source.counters, host.signal);
  output.note(summary(serving.source.counters));
  if (waiting.outcome === null && host.signal.aborted) throw host.signal.reason;
  requireEvents(waiting, until, expired);
}
