import { UsageError, ValueError } from '../../base/errors.ts';
import { oneOf, wholeNumber, withFlagName } from '../../base/parsers.ts';
import { columnsOf, type View } from '../../base/view.ts';
import { knowing } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { type FailRule, type Fault, failRule } from '../../sandbox/faults.ts';
import { controlNotes, openControl } from './control.ts';

/** The syntax of a rule, for help texts. */
const ruleSyntax = '[METHOD] PATH [STATUS|KIND] [times=N] [skip=N] [retry-after=SECONDS] [location=URL]';

/** Kinds of faults other than a status, with descriptions. */
const faultKinds = {
  html: 'an HTML page',
  empty: 'an empty body',
  reset: 'the connection is closed',
  hang: 'no response',
  cut: 'half of the response',
  stall: 'half of the response, then nothing',
} as const satisfies { [Kind in NonNullable<FailRule['kind']> as Exclude<Kind, 'status'>]: string };

const kinds = ['status', ...Object.keys(faultKinds)] as NonNullable<FailRule['kind']>[];
const methods = ['GET', 'POST', 'PATCH', 'DELETE'];
const names = ['method', 'path', 'status', 'kind', 'times', 'skip', 'retry-after', 'location'] as const;
type Name = (typeof names)[number];
const kindTexts = Object.entries(faultKinds).map(([kind, text]) => `${kind} (${text})`);

export const fail = verb({
  words: 'fail',
  about: 'Make the next requests fail',
  text: `A rule makes the next requests to the sandbox fail, to test how a program handles it. Its form is ${ruleSyntax}. PATH is a prefix of a path, or the path of a route with its placeholders. By
default the rule applies once, to every method, with status 503. times=N applies it N times, skip=N lets N requests succeed first. Every part may be given as a flag.

${controlNotes}`,
  flags: (command: Command) =>
    command
      .argument('[rule...]', ruleSyntax)
      .optionsGroup('Requests:')
      .option('--method <method>', 'GET, POST, PATCH or DELETE (default: any)')
      .option('--path <path>', 'prefix of the path')
      .option('--times <n>', 'number of requests that fail (default: 1)')
      .option('--skip <n>', 'number of requests that succeed first (default: 0)')
      .optionsGroup('Failure:')
      .option('--status <status>', 'status of the response (default: 503)')
      .option('--kind <kind>', ['status', ...kindTexts].join(', '), knowing(kinds))
      .option('--retry-after <when>', 'Retry-After header: seconds or an HTTP date')
      .option('--location <url>', 'target of a redirect (status 301, 302, 307)'),
  examples: [
    'svc sandbox fail "POST /admin/banners status=503 times=2 retry-after=1"',
    'svc sandbox fail GET /account/details hang',
    'svc sandbox fail GET /acme/label/null 301 location=/v1/modules/acme/network/cloud',
    'svc sandbox fail --path /teams/:team_id/relationships/users --status 429 --retry-after 2',
  ],
  async run(context, { retryAfter, ...given }, words) {
    const rule = parseRule(words, { ...given, 'retry-after': retryAfter });
    const steer = await openControl(context);
    await context.output.show(ruleView, await steer('POST', '/sandbox/fail', failRule, rule));
  },
});

const ruleView: View<Fault> = {
  columns: columnsOf(
    { name: 'method', of: ({ method }) => method ?? 'any' },
    'path:whole kind',
    { name: 'status', of: ({ kind, status }) => status ?? (kind === 'status' ? 503 : undefined) },
    'times skip retry-after location',
  ),
};

/**
 * Parses a rule from arguments such as `POST /admin/banners 503 times=2` and flags of the same names.
 * @throws {UsageError} for an unknown argument, a duplicate or an invalid value
 */
function parseRule(words: readonly string[], flags: { [Flag in Name]?: string | undefined }): FailRule {
  const parts = new Map(Object.entries(flags).filter(([, value]) => value !== undefined) as [Name, string][]);
  for (const [name, value] of words.flatMap((word) => word.trim().split(/\s+/)).map(nameAndValue)) {
    if (parts.has(name)) throw new UsageError(`${name} is given twice: ${parts.get(name)} and ${value}.`);
    parts.set(name, value);
  }
  if (parts.size === 0) throw new UsageError('Missing rule.', { hint: `Format: ${ruleSyntax}` });
  const part = <Value>(name: Name, parse: (text: string) => Value) => {
    const text = parts.get(name);
    return text === undefined ? undefined : withFlagName(name, () => parse(text));
  };
  const rule: FailRule = {
    method: part('method', (text) => oneOf(methods)(text.toUpperCase())),
    path: part('path', absolutePath),
    kind: part('kind', oneOf(kinds)),
    status: part('status', wholeNumber(200, 599)),
    times: part('times', wholeNumber(1, 1_000_000)),
    skip: part('skip', wholeNumber(0, 1_000_000)),
    retryAfter: parts.get('retry-after'),
    location: parts.get('location'),
  };
  const { kind = 'status', location, status } = rule;
  if (status !== undefined && !['status', 'html', 'empty'].includes(kind))
    throw new UsageError(`kind ${kind} cannot have a status.`);
  if (location !== undefined && !(status !== undefined && status >= 300 && status < 400))
    throw new UsageError('location needs a redirect status (300 to 399).', { hint: `301 location=${location}` });
  if (location === undefined && [301, 302, 303, 307, 308].includes(status ?? 0))
    throw new UsageError(`status ${status} needs a location.`, { hint: `${status} location=URL` });
  return rule;
}

function nameAndValue(word: string): [Name, string] {
  const [, key, value = ''] = /^([a-z-]+)=(.+)$/i.exec(word) ?? [];
  if (key !== undefined) return [withFlagName('a part of the rule', () => oneOf(names)(key)), value];
  if (word.startsWith('/')) return ['path', word];
  if (/^\d+$/.test(word)) return ['status', word];
  if (methods.includes(word.toUpperCase())) return ['method', word];
  return ['kind', withFlagName('a part of the rule', () => oneOf([...methods, ...kinds])(word))];
}

function absolutePath(text: string): string {
  if (text.startsWith('/')) return text;
  throw new ValueError(`must start with a slash, not "${text}"`);
}
