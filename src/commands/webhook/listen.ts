import { triggers } from '../../api/contract/notification.ts';
import { notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { UsageError } from '../../base/errors.ts';
import { type BrokerFlags, typedNatsUrls } from '../../cli/broker-flags.ts';
import type { Context } from '../../cli/context.ts';
import { workspaceWords } from '../../cli/lookup.ts';
import { option } from '../../cli/values.ts';
import { both, type Command, excludes, requires, verb } from '../../cli/verb.ts';
import type { Sink } from '../../webhooks/loop.ts';
import { headerFlag } from '../listening/header-flag.ts';
import { listen } from '../listening/listen.ts';
import { deliveryFlags, deliveryRules, servingFlags } from '../listening/listen-flags.ts';
import { type Setup, setupOf } from '../listening/setup.ts';
import { durableFlags, readingRules, startFlags, streamFlags } from '../listening/subscribe-flags.ts';
import { namesToken } from '../listening/token-flags.ts';
import { listenNotes } from './listen-notes.ts';

function listenVerbFlags(verb: Command) {
  return both(
    both(servingFlags(verb), headerFlag(deliveryFlags(verb).optionsGroup('Deliveries:'), '--forward')),
    both(streamFlags(verb), both(startFlags(verb), durableFlags(verb))),
  )
    .optionsGroup('NATS:')
    .addOption(
      option('--publish [urls]', 'store deliveries in a NATS stream, and answer once they are stored', typedNatsUrls),
    )
    .optionsGroup('Configuration:')
    .option('--create', 'create a temporary notification configuration for this listener')
    .option('--keep', 'with --create, keep the configuration at the end')
    .option('-w, --workspace <workspace>', `workspace of --create: ${workspaceWords}`);
}

const rules = [
  ...deliveryRules,
  requires('header', 'forward'),
  ...readingRules,
  requires('maxDeliver', 'durable'),
  requires(['keep', 'workspace'], 'create'),
  requires('durable', 'subscribe'),
  requires('NATS:', 'publish', 'subscribe'),
  excludes('subscribe', 'create', 'keep', 'workspace', 'publish', 'status'),
  excludes('publish', 'exec', 'forward', 'status', 'ui'),
];

type PublishFlags = BrokerFlags & { publish?: URL[] | true | undefined };

export const listenVerb = verb({
  words: 'listen',
  about: 'Receive notifications and verify their signatures',
  text: listenNotes,
  flags: listenVerbFlags,
  rules,
  calls: [notifications.create, notifications.list, notifications.remove, workspaces.show],
  examples: [
    'svc webhook listen --port 8080 --token-env HOOK_TOKEN',
    'svc webhook listen --create -w network-production --port 8080 --public-url https://hooks.example.com/svc --ui',
    'svc webhook listen --token-file new.txt --token-file old.txt --filter trigger=run:errored -o ndjson',
    'svc webhook listen --token-env HOOK_TOKEN --forward http://127.0.0.1:3000/hooks --count 5 --for 10m',
    'svc webhook listen --port 8080 --token-env HOOK_TOKEN --ui --open',
    'svc webhook listen --host 0.0.0.0 --port 8080 --token-env HOOK_TOKEN --publish nats://nats.example.com --nats-creds-file publisher.creds',
    'svc webhook listen --subscribe nats://nats.example.com --token-env HOOK_TOKEN --durable deploy --exec ./deploy.sh',
  ],
  async run(context, flags) {
    if (flags.create && flags.publish !== undefined && !flags.keep && !namesToken(flags)) {
      throw new UsageError('--create with --publish requires a token that readers have too.', {
        hint: 'Use --token-file or --token-env, or store a generated token with --keep.',
      });
    }
    const open = async (): Promise<Setup> => {
      const setup = await setupOf(flags, { name: 'svc webhook listen', triggers }, context);
      return flags.publish === undefined ? setup : { ...setup, sink: await publishing(flags, context) };
    };
    await listen(flags, open, context);
  },
});

async function publishing({ publish, stream, ...flags }: PublishFlags, context: Context): Promise<Sink> {
  const [{ connectBroker }, { openPublishing }] = await Promise.all([
    import('../../cli/broker.ts'),
    import('../../webhooks/broker/publication.ts'),
  ]);
  const broker = await connectBroker(publish === true ? undefined : publish, flags, context);
  const { host, output } = context;
  return openPublishing(broker, { stream, storeMs: host.storeMs, output });
}
