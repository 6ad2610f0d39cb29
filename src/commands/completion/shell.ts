import type { Command } from 'commander';
import { scriptOf } from '../../cli/completion-script.ts';
import { type ShellName, shells } from '../../cli/completion-shells.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';

/** `svc completion bash` and the like: prints the script on stdout. */
export function registerShell(completion: Command, shell: ShellName): void {
  const { example, title } = shells[shell];
  explain(completion.command(shell), {
    notes: `To install the script, run svc completion install ${shell}. With -o json: {"shell", "script"}.`,
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
