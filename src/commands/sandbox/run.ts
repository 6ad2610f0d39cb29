import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { triggers } from '../../contract/notification.ts';
import { type Transition, transitionReply } from '../../sandbox/control-replies.ts';
import { type Steer, steeringNotes, steerSandbox } from './control.ts';
import { stepsOf, transitionView } from './transitions.ts';

export function registerRun(sandbox: Command): void {
  explain(sandbox.command('run'), {
    notes: `Sends the notifications of the enabled configurations that have the trigger. lifecycle is a successful run with a confirmation.
run:created always starts a new run. ${steeringNotes}`,
    examples: [
      'svc sandbox run run:completed -w network-production',
      'svc sandbox run lifecycle -w network-production -o json',
    ],
  })
    .description('Change the state of a run')
    .argument('<trigger>', `lifecycle, ${triggers.join(', ')}`)
    .option('-w, --workspace <workspace>', 'id, name, or ORG/NAME')
    .option('--message <text>', 'message of the run')
    .action(
      run(async (context, { message, ...given }, trigger) => {
        const { ask, output } = context;
        const steps = stepsOf(trigger);
        const workspace = given.workspace ?? (await ask.text('Workspace', { flag: '--workspace' }));
        const steer = await steerSandbox(context);
        await output.list(transitionView, make(steps, { workspace, message }, steer, output.warn), '');
      }),
    );
}

/** Sends one request for each step, since the destinations of one step may need the whole timeout of a request. */
async function* make(
  steps: readonly string[],
  about: object,
  steer: Steer,
  warn: (message: string) => void,
): AsyncGenerator<Transition> {
  for (const trigger of steps) {
    const { transitions } = await steer('POST', '/sandbox/run', transitionReply, { ...about, trigger });
    for (const { deliveries } of transitions) {
      for (const { error, name, status, successful } of deliveries) {
        if (!successful) warn(`Notification "${name}" of ${trigger} failed: ${error ?? `status ${status}`}.`);
      }
    }
    yield* transitions;
  }
}
