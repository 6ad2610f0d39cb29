import { type Line, lines } from '../settings/table.ts';
import type { Topic } from './topic.ts';

const { nats, 'nats-cert-file': certificate, 'nats-creds-file': credentials } = lines;
const withVariable = ({ help, variables = [] }: Line) => `${help} (${variables})`;

export const topic: Topic = [
  'svc webhook listen --publish stores deliveries in a stream of NATS instead of the journal. Any number of readers get them with --subscribe, and verify the signatures again. svc webhook stream create creates the stream.',
  {
    lines: [
      'svc webhook stream create --nats nats://127.0.0.1:4222',
      'svc webhook listen --port 8080 --token-env HOOK_TOKEN --publish nats://127.0.0.1:4222',
      'svc webhook listen --subscribe nats://127.0.0.1:4222 --token-env HOOK_TOKEN --durable deploy --exec ./deploy.sh',
    ],
  },
  { heading: 'The server' },
  {
    rows: [
      ['--nats <urls>', withVariable(nats)],
      ['--stream <name>', 'name of the stream (default: svc-deliveries)'],
      [credentials.flag, withVariable(credentials)],
      [certificate.flag, withVariable(certificate)],
    ],
  },
  'Credentials of a URL are accepted from SVC_NATS and the profile only, since other users can see a command line.',
  { heading: 'Publishing and reading' },
  {
    rows: [
      ['--publish [urls]', 'store deliveries in the stream, and answer once they are stored (webhook listen)'],
      [
        '--subscribe [urls]',
        'read the stream in place of the journal or a listener (webhook listen, wait, list, show, replay, export)',
      ],
      ['--since <duration>', 'begin this long ago (default: now)'],
      ['--from-sequence <n>', 'begin with this message of the stream'],
      [
        '--durable <name>',
        'share the deliveries with all readers of this name: each goes to one of them, until it is handled',
      ],
      ['--max-deliver <n>', 'move a delivery aside after this many attempts (default: 10)'],
      ['--dead-letters', 'read what no reader could handle (list, show, replay, export)'],
    ],
  },
  'Without a URL, --publish and --subscribe use SVC_NATS or the profile.',
];
