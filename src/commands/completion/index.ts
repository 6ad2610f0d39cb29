import { verb } from '../../cli/verb.ts';
import { installVerb } from './install.ts';
import { scriptOf, shellNames, shells } from './shells.ts';

const printing = shellNames.map((shell) => {
  const { script: file, title } = shells[shell];
  return verb({
    words: shell,
    about: `Print the completion script for ${title}`,
    text: `To install the script, run svc completion install ${shell}. With -o json: {"shell", "script"}.`,
    examples: [shell === 'bash' ? 'source <(svc completion bash)' : `svc completion ${shell} > ${file}`],
    async run({ output }) {
      const script = scriptOf(shell);
      await output.text(script, { shell, script });
    },
  });
});

export const noun = { verbs: [...printing, installVerb] };
