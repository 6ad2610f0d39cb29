import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { scriptOf } from './script.ts';
import { type ShellName, shells } from './shells.ts';

/** `svc completion bash` and its siblings: the script on stdout, for whoever wants it somewhere else. */
export function registerShell(completion: Command, shell: ShellName): void {
  const { example, title } = shells[shell];
  explain(completion.command(shell), {
    notes: `svc completion install ${shell} installs it. With -o json: {"shell", "script"}.`,
    examples: [example],
  })
    .description(`Print the completion script for ${title}`)
    .action(
      run(async ({ output }) => {
        const script = scriptOf(shell);
        await output.value(script, { shell, script });
      }),
    );
}
