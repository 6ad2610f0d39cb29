import type { Topic } from './topic.ts';

export const topic: Topic = [
  'A notification configuration tells a workspace to send its run events to a URL. svc webhook listen receives them on this machine, verifies every signature and stores the deliveries.',
  {
    lines: [
      'svc webhook listen --port 8080 --token-env HOOK_TOKEN',
      'svc webhook trigger run:completed --to http://127.0.0.1:8080/ --token-env HOOK_TOKEN',
      'svc webhook list',
    ],
  },
  'The service must be able to reach the listener. --public-url names its URL for the service:',
  {
    rows: [
      ['same network', '--host 0.0.0.0 --public-url http://ci.example.com:8080/'],
      ['tunnel', "ssh -R '*:8080:127.0.0.1:8080' hooks.example.com, and the URL of that host"],
      ['reverse proxy', 'the https URL of the proxy, which must not change the body'],
    ],
  },
  'svc notification create --listen creates the configuration and starts the listener. svc webhook wait --create does the same for one event, and deletes the configuration at the end.',
  {
    lines: [
      'svc notification create -w network-production --name ci --listen --port 8080 --public-url https://hooks.example.com/svc',
      'svc webhook wait --create -w network-production --until trigger=run:completed --port 8080 --public-url https://hooks.example.com/svc',
    ],
  },
  { heading: 'Signatures' },
  'The token of the configuration is the key of the signature in the X-Svc-Notification-Signature header, an HMAC-SHA512 of the body in hexadecimal. svc webhook verify checks one, svc webhook sign creates one.',
];
