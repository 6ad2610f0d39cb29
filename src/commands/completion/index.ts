import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { bridge } from '../../cli/old.ts';
import { run } from '../../cli/run.ts';
import { installVerb } from './install.ts';
import { scriptOf, shellNames, shells } from './shells.ts';

export function register(completion: Command): void {
  for (const shell of shellNames) {
    const { script: file, title } = shells[shell];
    explain(completion.command(shell), {
      notes: `To install the script, run svc completion install ${shell}. With -o json: {"shell", "script"}.`,
      examples: [shell === 'bash' ? 'source <(svc completion bash)' : `svc completion ${shell} > ${file}`],
    })
      .description(`Print the completion script for ${title}`)
      .action(
        run(async ({ output }) => {
          const script = scriptOf(shell);
          await output.text(script, { shell, script });
        }),
      );
  }
  bridge(completion, installVerb);
}
