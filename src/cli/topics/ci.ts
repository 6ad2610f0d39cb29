import type { Topic } from './topic.ts';

export const topic: Topic = [
  'Without a terminal, with CI set or with --no-input, svc never prompts. If a value is missing, it exits with 2 and names the flag. --yes answers confirmations.',
  {
    lines: [
      'export SVC_ADDRESS=https://svc.example.com SVC_ORGANIZATION=acme SVC_TOKEN',
      'svc workspace show network-production --jq .id',
      'svc banner delete ab-0123456789abcdef --yes',
    ],
  },
  'stdout has only the result, as tab-separated values in a pipe: use -o json or --jq. Decide by the exit code (svc help exit-codes), not by the text of an error. A write is retried only when the service cannot have processed it.',
  { heading: 'Modules' },
  {
    lines: [
      'svc module lock --check',
      'svc module install --frozen',
      'svc module verify',
      'svc module download -f modules.txt --dir modules -o json',
    ],
  },
  'In GitHub Actions, svc module download annotates failures and writes a summary; --annotate none disables it.',
  { heading: 'Waiting for a run' },
  'svc webhook wait exits with 0 when the event arrived, 8 when the run failed and 7 when --timeout is over.',
  {
    lines: ['svc webhook wait --until trigger=run:completed --timeout 10m --port 8080 --token-env HOOK_TOKEN'],
  },
];
