import type { Topic } from './topic.ts';

export const topic: Topic = [
  'Results are written to stdout. Messages, progress, prompts, warnings and errors are written to stderr, in every format. Choose a format with -o, --output or SVC_OUTPUT.',
  {
    rows: [
      ['table', 'the default on a terminal'],
      ['tsv', 'the default in a pipe: tab-separated values, escaped, without a header'],
      ['csv', 'comma-separated values with a header'],
      ['json', 'a resource as an object, a list as an array, as the API documents them'],
      ['ndjson', 'one JSON object per line, as each arrives'],
      ['yaml', 'the same data as json'],
      ['raw', 'the body of the response, byte for byte'],
    ],
  },
  '--json is the same as -o json. --jq filters the JSON with a jq expression. --columns selects columns; a dotted path reads a field of the resource, such as attributes.email. Help and the version are JSON with -o json.',
  {
    lines: [
      'svc banner list -o json',
      "svc organization list --jq '.[].id'",
      'svc workspace list --columns id,name -o csv',
    ],
  },
  { heading: 'Errors' },
  'With -o json, ndjson or yaml, an error is one JSON object on stderr; stdout is empty, or has the rows of what was done before. The member error has these members:',
  {
    rows: [
      ['code, exit', 'the kind of error: svc help exit-codes'],
      ['message, hint', 'what is wrong, and what to type next'],
      ['status, request', 'the HTTP status and the request'],
      ['errors', 'the errors of the service: title, detail, code, pointer, parameter, header'],
      ['retryable', 'whether the same command may succeed later'],
      ['attempts, sent', 'the number of requests, and whether a write that failed may have been carried out'],
    ],
  },
];
