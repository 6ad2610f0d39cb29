import { successfulRun, triggers } from '../../api/contract/notification.ts';
import { ChoiceError } from '../../base/parsers.ts';
import { shellWord } from '../../base/shell-word.ts';
import type { View } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import { pick } from '../../cli/pick.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { type Transition, transitionReply, workspacesReply } from '../../sandbox/control-replies.ts';
import { controlNotes, openControl, type SendControl } from './control.ts';

export const runVerb = verb({
  words: 'run',
  about: 'Change the state of a run',
  text: `Changes the state of a run in a workspace of the sandbox, and sends the notifications of the enabled configurations that have the trigger. lifecycle is a successful run with a confirmation.
run:created always starts a new run. ${controlNotes}`,
  flags: (command: Command) =>
    command
      .argument('[trigger]', `lifecycle, ${triggers.join(', ')}`)
      .option('-w, --workspace <workspace>', 'id, name, or ORG/NAME; required')
      .option('--message <text>', 'message of the run'),
  examples: [
    'svc sandbox run run:completed -w network-production',
    'svc sandbox run lifecycle -w network-production -o json',
  ],
  async run(context, { message, ...given }, typed) {
    const { ask, output } = context;
    const missing = given.workspace === undefined ? ['--workspace'] : [];
    ask.require(typed === undefined ? ['<trigger>', ...missing] : missing);
    const trigger = await ask.argument(typed, ['Trigger', 'trigger'], ['lifecycle', ...triggers]);
    const steps = stepsOf(trigger);
    const steer = await openControl(context);
    const workspace = given.workspace ?? (await pickWorkspace(steer, context));
    let sent = 0;
    const disabled = new Set<string>();
    // Send a request for each step: the destinations of a single step may use up the time limit of a request.
    async function* made() {
      for (const step of steps) {
        const body = { workspace, message, trigger: step };
        const reply = await steer('POST', '/sandbox/run', transitionReply, body);
        for (const id of reply.disabled) disabled.add(id);
        for (const { deliveries } of reply.transitions) {
          sent += deliveries.length;
          warnOfFailures(step, deliveries, output.warn);
        }
        yield* reply.transitions;
      }
    }
    await output.list(transitionView, made(), '');
    if (sent > 0) return;
    const what = trigger === 'lifecycle' ? 'one of these triggers' : trigger;
    output.note(`Nothing was sent: no enabled notification configuration of ${workspace} has ${what}.`);
    output.note(
      disabled.size > 0
        ? `To enable ${disabled.size === 1 ? 'it' : 'them'}: svc notification update ${[...disabled].join(' ')} --enabled`
        : `To create one: svc notification create -w ${shellWord(workspace, context.host.shell)}`,
    );
  },
});

/** Prompts for a workspace of the sandbox, which needs no token. The sandbox's address may differ from the configured one. */
function pickWorkspace(steer: SendControl, context: Context): Promise<string> {
  async function* rows() {
    yield* (await steer('GET', '/sandbox/workspaces', workspacesReply)).workspaces;
  }
  return pick(
    {
      question: 'Workspace',
      answer: { flag: '--workspace' },
      rows: rows(),
      choice: ({ id, name, organization }) => ({
        value: `${organization}/${name}`,
        name: `${organization}/${name} (${id})`,
      }),
      empty: 'The sandbox has no workspaces.',
    },
    context,
  );
}

function warnOfFailures(trigger: string, deliveries: Transition['deliveries'], warn: (message: string) => void): void {
  for (const { error, name, status, successful } of deliveries)
    if (!successful) warn(`Notification "${name}" of ${trigger} failed: ${error ?? `status ${status}`}.`);
}

const transitionView: View<Transition> = {
  columns: [
    { name: 'trigger', of: ({ trigger }) => trigger, fit: 'whole' },
    { name: 'run', of: ({ run }) => run.id, fit: 'whole' },
    { name: 'status', of: ({ run }) => run.status },
    { name: 'sent', of: ({ deliveries }) => deliveries.length },
    { name: 'failed', of: ({ deliveries }) => deliveries.filter(({ successful }) => !successful).length },
  ],
};

/** Returns the triggers that an argument names, in order. @throws {UsageError} with the most similar trigger */
function stepsOf(trigger: string): readonly string[] {
  if (trigger === 'lifecycle') return successfulRun;
  const choices = ['lifecycle', ...triggers];
  if (choices.includes(trigger)) return [trigger];
  throw new ChoiceError(trigger, choices, '<trigger>');
}
