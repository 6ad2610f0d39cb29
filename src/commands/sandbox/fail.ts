import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { knowing } from '../../cli/values.ts';
import { ruleReply } from '../../sandbox/control-replies.ts';
import { steeringNotes, steerSandbox } from './control.ts';
import { faultKinds, parseRule, ruleWords } from './rule.ts';
import { ruleView } from './rule-view.ts';

export function registerFail(sandbox: Command): void {
  const kindNames = ['status', ...Object.keys(faultKinds)];
  const kinds = Object.entries(faultKinds).map(([kind, words]) => `${kind} (${words})`);
  explain(sandbox.command('fail'), {
    notes: `A rule is ${ruleWords}. PATH is the beginning of a path, or an endpoint's with its placeholders; without a
METHOD every method is meant, without a STATUS it is 503, and once unless times=N says otherwise. skip=N lets that many through first.
Instead of a status it may be ${kinds.join(', ')}. Every part may be a flag as well.

${steeringNotes}`,
    examples: [
      'svc sandbox fail "POST /admin/banners status=503 times=2 retry-after=1"',
      'svc sandbox fail GET /account/details hang',
      'svc sandbox fail GET /acme/label/null 301 location=/v1/modules/acme/network/cloud',
      'svc sandbox fail --path /teams/:team_id/relationships/users --status 429 --retry-after 2',
    ],
  })
    .description('Make the next calls of an endpoint go wrong')
    .argument('[rule...]', ruleWords)
    .option('--method <method>', 'GET, POST, PATCH or DELETE')
    .option('--path <path>', 'beginning of the path')
    .option('--status <status>', 'answer with this status')
    .option('--kind <kind>', kindNames.join(', '), knowing(kindNames))
    .option('--times <n>', 'how many calls go wrong')
    .option('--skip <n>', 'how many go well first')
    .option('--retry-after <when>', 'seconds or an HTTP date to send with it')
    .option('--location <url>', 'where a redirect (status 301, 302, 307) leads')
    .action(
      run(async (context, { retryAfter, ...given }, words) => {
        const rule = parseRule(words, { ...given, 'retry-after': retryAfter });
        const steer = await steerSandbox(context);
        await context.output.show(ruleView, await steer('POST', '/sandbox/fail', ruleReply, rule));
      }),
    );
}
