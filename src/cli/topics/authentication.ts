import type { Topic } from './topic.ts';

export const topic: Topic = [
  'svc login checks a token and stores it in a profile, in plain text in a file that only you can read, or with --keyring in the keyring of a Linux desktop or of macOS. svc auth status shows which token is used and where it comes from.',
  {
    lines: [
      'svc login svc.example.com',
      'svc login svc.example.com --token-file - < token.txt',
      'svc auth status',
      'svc logout',
    ],
  },
  'A token is never the value of a flag: it is read from a file (--token-file), from stdin (--token-file -), from an environment variable (--token-env) or from a hidden prompt.',
  { heading: 'Lookup order' },
  'For the platform, the first of these is used:',
  {
    rows: [
      ['1', 'SVC_TOKEN_<HOST>'],
      ['2', 'SVC_TOKEN'],
      ['3', 'the profile'],
      ['4', 'TF_TOKEN_<host>'],
      [
        '5',
        "~/.terraform.d/credentials.tfrc.json (Windows: %APPDATA%\\terraform.d), terraform's credentials file, which svc only reads",
      ],
    ],
  },
  'For a registry, the first of these is used:',
  {
    rows: [
      ['1', 'SVC_TOKEN_<HOST>'],
      ['2', 'SVC_TOKEN, if the registry has the same origin as the platform'],
      ['3', 'TF_TOKEN_<host>'],
      ['4', 'the profile for the origin of the registry'],
      ['5', "terraform's credentials file"],
    ],
  },
  'A token is only sent to the origin it belongs to, and over plain http only to this machine unless --insecure-http is given.',
  'Several platforms: svc login --profile NAME stores a token in a profile of its own; svc profile use NAME switches.',
];
