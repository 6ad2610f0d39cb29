import type { NotificationConfiguration } from '../../api/contract/platform/notifications.ts';
import { CheckFailedError, detailOf } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { EachItem, type Item } from '../../cli/each-item.ts';
import { withUserIds } from '../../cli/lookup.ts';
import { confirmCreation } from '../../cli/preview.ts';
import { deleteStoredToken, newToken, storeToken } from '../../cli/stored-tokens.ts';
import { submit } from '../../cli/wizard.ts';
import { notification } from '../../platform/resources/notification.ts';
import { type Draft, initialOf, type Put, put } from '../../platform/resources/put.ts';
import type { CreateFlags } from './create-flags.ts';
import { draftOf, tokenIn, warnings } from './flags.ts';
import { type Complete, complete, notificationFields } from './questions.ts';
import { acceptsReplacement, confirmReplacements, findNamed } from './same-name.ts';
import { reportCreation, showPlaced } from './view.ts';
import { isForSeveral } from './workspace-flags.ts';
import { inWorkspaces, workspacesOf } from './workspaces.ts';

type Created = Put<NotificationConfiguration>;

/** Creates a configuration in each workspace. An existing configuration of that name is handled as the flags say. Shows the results. */
export async function createEach(flags: CreateFlags, context: Context): Promise<void> {
  const { ask, dryRun, output, secrets } = context;
  const answers = await withUserIds(await complete(flags, context), context);
  for (const warning of warnings(answers)) output.warn(warning);
  // Read the token from its file or prompt once, for all workspaces.
  answers.token ??= answers.generateToken ? newToken(secrets) : await tokenIn(answers, ask);
  const { failedTo, ifNotExists, jobs } = flags;
  const places = await workspacesOf(answers, context);
  const [isMany, isWizard] = [isForSeveral(answers), ask.answers.words().length > 0];
  const deed = { words: 'create the configuration', doing: 'Creating the configuration', failedTo, isMany };
  const each = new EachItem(places, { ...deed, jobs: isWizard ? 1 : jobs }, context);
  const draft = draftOfAnswers(answers);
  const name = String(draft.attributes.name);
  const isDecided = flags.replace || ifNotExists || dryRun;
  const replace = isDecided ? flags.replace : await acceptsReplacement(name, { each, isWizard }, context);
  const what = `notification configuration in ${inWorkspaces(places.map((place) => place.name))}`;
  await confirmCreation(what, draft, context);
  const rows = ifNotExists || replace ? await findNamed(name, each, context) : [];
  const existing = new Map(rows.flatMap(([place, row]) => (row ? [[place, row]] : [])));
  if (existing.size > 0 && replace && answers.destinationType === 'generic' && !answers.token)
    output.warn(
      'No token is given (--token-file, --token-env, --generate-token): an existing one is removed, and deliveries will not be signed.',
    );
  if (replace) await confirmReplacements([...existing], draft, isMany, context);
  const create = creationStep(answers, { isWizard, replace }, context);
  const made = await each.step(async (place) => {
    const created = await create(place, existing.get(place));
    reportCreation(created, place.name, isMany, output);
    return created;
  });
  await storeAndShow(each, made, answers, context);
}

/** Returns the request for a new configuration. */
function draftOfAnswers(answers: Complete): Draft {
  const { attributes, ...rest } = draftOf(answers);
  return { attributes: { ...initialOf(notification), ...attributes }, ...rest };
}

/**
 * Returns a function that creates a configuration in a workspace, or handles the existing one. In the wizard, a rejection prompts again,
 * and the corrected answers also apply to the remaining workspaces.
 */
function creationStep(
  answers: Complete,
  { isWizard, replace }: { isWizard: boolean; replace: boolean | undefined },
  context: Context,
): (workspace: Item, existing: NotificationConfiguration | undefined) => Promise<Created> {
  const { ask, platform } = context;
  const hint = 'To save it without a verification, omit --enabled.';
  const onExisting = replace ? 'replace' : 'keep';
  const writing = { call: platform, hint, needsId: answers.generateToken === true, onExisting } as const;
  const send = ({ id }: Item, existing: NotificationConfiguration | undefined): Promise<Created> =>
    put(notification, draftOfAnswers(answers), { ...writing, existing, place: { workspace_id: id } });
  const sendOrDisable: typeof send = (workspace, existing) =>
    send(workspace, existing).catch(async (error: unknown) => {
      const isUnverified = error instanceof CheckFailedError && error.status === 400;
      if (!isUnverified || !answers.enabled) throw error;
      ask.showProblem(detailOf(error));
      if (!(await ask.wantsRemedy('Save it disabled instead?'))) throw error;
      ask.answers.set('--enabled', ['--no-enabled'], true);
      answers.enabled = false;
      return send(workspace, existing);
    });
  // Without the wizard, several workspaces are handled at the same time, so none may prompt.
  if (!isWizard) return send;
  return (workspace, existing) => {
    const correct = async (corrected: object) => {
      Object.assign(answers, await withUserIds(corrected, context));
      return sendOrDisable(workspace, existing);
    };
    return submit(answers, notificationFields(context), correct, ask);
  };
}

/** Stores new tokens and deletes old ones, shows the configurations, and throws the failures. */
async function storeAndShow(
  each: EachItem,
  made: readonly [Item, Created][],
  { generateToken, token }: Complete,
  context: Context,
): Promise<void> {
  const { output } = context;
  const written = made.map(([, created]) => created).filter(({ result }) => result !== 'existing');
  const ids = written.map(({ row }) => row.id);
  const deleted = written.flatMap(({ left, replaced }) => (left ? [] : (replaced ?? [])));
  await deleteStoredToken([...deleted, ...(generateToken ? [] : ids)], context);
  if (generateToken && token) await storeToken(ids, token, context);
  const rows = made.map(([place, { row }]) => [place, row] as const);
  await showPlaced(each, rows, output);
  const failed = written.filter(({ left }) => left !== undefined);
  for (const { replaced, row } of failed)
    output.warn(
      `Created ${row.id}, but could not delete ${replaced}. To delete it: svc notification delete ${replaced} --yes`,
    );
  if (failed[0]) throw failed[0].left;
  each.finish();
}
