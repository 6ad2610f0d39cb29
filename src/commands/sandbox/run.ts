import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { triggers } from '../../contract/notification.ts';
import { type Transition, transitionReply } from '../../sandbox/control-replies.ts';
import { type Steer, steeringNotes, steerSandbox } from './control.ts';
import { stepsOf, transitionView } from './transitions.ts';

export function registerRun(sandbox: Command): void {
  explain(sandbox.command('run'), {
    notes: `Each transition sends the notifications of the enabled configurations that have its trigger. lifecycle is a run that goes
well, with a person in the middle. run:created always begins a new run. ${steeringNotes}`,
    examples: [
      'svc sandbox run run:completed -w network-production',
      'svc sandbox run lifecycle -w network-production -o json',
    ],
  })
    .description('Let a run of a workspace change its state')
    .argument('<trigger>', `lifecycle, ${triggers.join(', ')}`)
    .option('-w, --workspace <workspace>', 'id, name, or ORG/NAME')
    .option('--message <text>', 'what the run is called when it begins')
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

/** One request for each step, since the destinations of one may take as long as a request may. */
async function* make(
  steps: readonly string[],
  about: object,
  steer: Steer,
  warn: (words: string) => void,
): AsyncGenerator<Transition> {
  for (const trigger of steps) {
    const { transitions } = await steer('POST', '/sandbox/run', transitionReply, { ...about, trigger });
    for (const { deliveries } of transitions) {
      for (const { error, name, status, successful } of deliveries) {
        if (!successful) warn(`${trigger} did not reach ${name}: ${error ?? `it answered ${status}`}.`);
      }
    }
    yield* transitions;
  }
}
