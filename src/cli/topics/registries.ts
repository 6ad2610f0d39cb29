import type { Topic } from './topic.ts';

export const topic: Topic = [
  'The address of a module is [HOST/]NAMESPACE/NAME/PROVIDER[//SUBDIR][@VERSION|@CONSTRAINT].',
  {
    lines: [
      'svc module show acme/network/cloud',
      'svc module download "acme/network/cloud@~> 1.0"',
      'svc module versions modules.example.com/acme/network/cloud',
    ],
  },
  { heading: 'An address without a host' },
  'The registry is that of --registry, of SVC_REGISTRY or of the profile (default: registry.terraform.io).',
  { heading: 'The registry of a host' },
  'The first of these is used:',
  {
    rows: [
      ['1', '--registry HOST=URL; SVC_REGISTRY and the profile accept several, separated by commas'],
      [
        '2',
        "a host block of terraform's CLI configuration (TF_CLI_CONFIG_FILE, ~/.terraformrc, ~/.terraform.d/*.tfrc; Windows: terraform.rc and terraform.d in %APPDATA%)",
      ],
      ['3', 'service discovery: https://HOST/.well-known/terraform.json'],
    ],
  },
  'A URL that ends in / is the registry itself, without discovery.',
  'svc module mirror copies modules into a folder, and svc module serve serves it as a registry: svc help module mirror.',
];
