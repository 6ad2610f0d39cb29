import { resolve } from 'node:path';
import { jsonSchema } from '../../base/system/own-file.ts';
import type { Context } from '../../cli/context.ts';
import { printable } from '../../cli/terminal/printable.ts';
import { count, nonEmpty, oneOf, option } from '../../cli/values.ts';
import { action, type Command, contradiction, excludes, type FlagsOf, requires } from '../../cli/verb.ts';
import { applyCalls } from '../../platform/site/calls.ts';
import { documentSentence, planFlags } from '../site/flags.ts';
import { carryOut, type Limits } from './carry-out.ts';

const onFailure = oneOf(['fail', 'save-disabled']);

export const noun = action({
  text: `${documentSentence} Makes the live site what the documents declare, and nothing else: shows the plan of svc diff, asks (or --yes), compares each resource again
right before its write, and reports each change. A failure does not stop the other changes; run it again to finish. Attributes, resources and
members that no document declares stay as they are; with exact: true the members of a team are exactly the declared ones.

--prune deletes what is listed under absent, and what the record says an earlier apply of these documents made and none declares any more. It
requires a name in each document. What a document declared that is not given stays, but for --forget NAME. Everything that a given document
declared, a part that it no longer has, and all members of a team are deleted with --prune-all only. The record is a file in the state
folder, one for each organization and address; give it with --record FILE to store it elsewhere. Without a record only absent is deleted.
A creation without a reply is not known to be made: it stays, and the plan says so. Another apply with this record waits.

A secret is { file: PATH } or { env: NAME }, with a version; files are relative to their document. It is sent with a creation, when its version is
not the one that was sent last, when its write lost its reply, or with --send-secrets. A document may not send a token of svc (exit 2).

A notification whose destination fails the verification is not saved (exit 8 at the end), or, if it is new, saved disabled with
--on-failed-verification save-disabled. --dry-run is svc diff.`,
  flags: (command: Command) =>
    planFlags(command, 'delete', 'send every declared secret again')
      .addOption(option('--on-failed-verification <action>', 'fail or save-disabled', onFailure).default('fail'))
      .optionsGroup('Deletions:')
      .option('--prune-all', 'like --prune, but may also delete all of a document, a part or a team')
      .option('--max-deletions <n>', 'change nothing and exit 8 if over n resources or members would be deleted', count)
      .optionsGroup('Flags:')
      .option('--plan <file>', 'carry out the plan that svc diff --out saved, deletions included', nonEmpty)
      .option('--schema', 'print a JSON Schema of the document and exit'),
  rules: [requires('forget', 'prune', 'pruneAll'), excludes('plan', 'file', 'forget', 'prune', 'sendSecrets')],
  calls: applyCalls,
  examples: [
    'svc apply -f site.yaml',
    'svc apply -f site/ --yes --record site.record.json',
    'svc apply -f site.yaml --prune --yes --on-failed-verification save-disabled',
    'svc apply --schema > svc.schema.json',
  ],
  async run(context, { schema, ...flags }, documents) {
    if (!schema) return applySite(flags, documents, context);
    return context.output.document(jsonSchema('site'));
  },
});

type Flags = FlagsOf<typeof planFlags> & Limits & { onFailedVerification: string; plan?: string | undefined };

async function applySite(
  { maxDeletions, onFailedVerification, plan: planPath, pruneAll, ...flags }: Flags,
  documents: readonly string[],
  context: Context,
): Promise<void> {
  const { dryRun, host, output } = context;
  const [{ declaredSite }, { showPlan, sitePlan }, { readPlan, requireSame }, { withRecordLock }] = await Promise.all([
    import('../site/documents.ts'),
    import('../site/plan.ts'),
    import('../../platform/site/saved-plan.ts'),
    import('../site/record-lock.ts'),
  ]);
  if (planPath !== undefined && documents.length > 0) throw contradiction('--plan', 'a document');
  const saved = planPath === undefined ? undefined : readPlan(resolve(host.cwd, planPath));
  const saveDisabled = onFailedVerification === 'save-disabled';
  const prune = flags.prune || pruneAll;
  const declared = await declaredSite({ ...flags, ...saved?.flags }, documents, context, saved);
  const act = async () => {
    const planned = await sitePlan(declared, { ...flags, prune, ...saved?.flags, saveDisabled }, context);
    if (saved) requireSame(saved, planned.saved());
    if (dryRun) return showPlan(planned, context);
    for (const note of planned.plan.notes) output.note(printable(note));
    await carryOut(planned, { maxDeletions, pruneAll }, context);
  };
  await (dryRun ? act() : withRecordLock(declared.record.path, context, act));
}
