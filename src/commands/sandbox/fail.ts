import { columnsOf, type View } from '../../base/view.ts';
import { knowing } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { type Fault, failRule } from '../../sandbox/faults.ts';
import { steeringNotes, steerSandbox } from './control.ts';
import { faultKinds, parseRule, ruleSyntax } from './rule.ts';

const kindNames = ['status', ...Object.keys(faultKinds)];
const kinds = Object.entries(faultKinds).map(([kind, words]) => `${kind} (${words})`);

export const fail = verb({
  words: 'fail',
  about: 'Make the next requests fail',
  text: `A rule is ${ruleSyntax}. PATH is a prefix of a path, or the path of a route with its placeholders. By
default the rule applies once, to every method, with status 503. times=N applies it N times, skip=N lets N requests succeed first.
KIND is one of ${kinds.join(', ')}. Every part may be given as a flag.

${steeringNotes}`,
  flags: (command: Command) =>
    command
      .argument('[rule...]', ruleSyntax)
      .option('--method <method>', 'GET, POST, PATCH or DELETE')
      .option('--path <path>', 'prefix of the path')
      .option('--status <status>', 'status of the response')
      .option('--kind <kind>', kindNames.join(', '), knowing(kindNames))
      .option('--times <n>', 'number of requests that fail')
      .option('--skip <n>', 'number of requests that succeed first')
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
    const steer = await steerSandbox(context);
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
