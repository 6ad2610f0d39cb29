import { resolve } from 'node:path';
import { CheckFailedError } from '../../base/errors.ts';
import { lookAt } from '../../base/system/files.ts';
import { counted } from '../../base/text.ts';
import type { Host } from '../../cli/context.ts';
import { printable } from '../../cli/terminal/printable.ts';
import { nonEmpty } from '../../cli/values.ts';
import { action, type Command, contradiction, requires } from '../../cli/verb.ts';
import { planCalls } from '../../platform/site/calls.ts';
import type { Plan } from '../../platform/site/kind.ts';
import { documentSentence, planFlags } from '../site/flags.ts';

export const noun = action({
  text: `${documentSentence} A plan lists the changes that make the site match the documents. Compares the live site with documents as svc export writes them: what svc apply would create (+), update (~) and delete (-), and what
cannot be compared (?). Attributes that no document declares are ignored. Nothing is written. Secrets cannot be compared, but for a URL that can
be read; they are shown with their source when svc apply would send them, or when only --send-secrets does because no apply is known to have sent
them. Deletions are shown with --prune only. --out saves the plan for svc apply --plan. Two resources with the same name are an error (exit 8),
after the rest is shown, unless the record has one of them.

With -o json: [{"action": "create|update|delete|unknown", "kind": "notification", "workspace": ..., "name": ..., "changes": [{"attribute": ...,
"from": ..., "to": ...}], "warnings": [...]}]. A secret is {"secret": {"env": ..., "version": ...}}, or {"secret": "unknown"}.`,
  flags: (command: Command) =>
    planFlags(command, 'show the deletion of', 'show every declared secret as sent')
      .option('--out <file>', 'save the plan for svc apply --plan', nonEmpty)
      .option('--check', 'exit 8 if anything differs, or on a warning'),
  rules: [requires('forget', 'prune')],
  calls: planCalls,
  examples: ['svc diff -f site.yaml', 'svc diff -f site/ --prune -o json', 'svc diff -f site.yaml --check'],
  async run(context, { check, out, ...flags }, documents) {
    const { host } = context;
    const [{ declaredSite }, { showPlan, sitePlan }, { writePlan }] = await Promise.all([
      import('../site/documents.ts'),
      import('../site/plan.ts'),
      import('../../platform/site/saved-plan.ts'),
    ]);
    const declared = await declaredSite(flags, documents, context);
    if (out !== undefined && declared.paths.includes('-')) throw contradiction('--out', 'a document from stdin');
    const planned = await sitePlan(declared, flags, context);
    const { changes, plan, saved } = planned;
    await showPlan(planned, context);
    if (out !== undefined) writePlan(resolve(host.cwd, out), saved());
    const conflicts = plan.steps.filter(({ conflict }) => conflict !== undefined);
    if (conflicts.length > 0) throw new CheckFailedError(`${counted(conflicts.length, 'resource')} can't be compared.`);
    if (check) requireSecrets(plan, host);
    if (check && plan.warnings.length > 0)
      throw new CheckFailedError(`The comparison has ${counted(plan.warnings.length, 'warning')}.`);
    if (check && changes.length > 0)
      throw new CheckFailedError(`The site differs from its documents: ${counted(changes.length, 'change')}.`);
  },
});

/** Checks that the secrets of a plan exist, without reading them. @throws {CheckFailedError} naming a missing variable or file */
function requireSecrets({ steps }: Plan, { env }: Pick<Host, 'env'>): void {
  for (const { at, attribute, folder, source } of steps.flatMap(({ secrets }) => secrets)) {
    const { env: name, file = '' } = source;
    const what = name === undefined ? `the file ${file}` : `the environment variable ${name}`;
    const content = name === undefined ? lookAt(resolve(folder, file)) : env[name];
    if (content === undefined) throw new CheckFailedError(`${at}: ${printable(what)} of ${attribute} is missing.`);
  }
}
