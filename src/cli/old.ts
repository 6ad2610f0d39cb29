import type { Command, CommandUnknownOpts } from 'commander';
import { addAliases } from './aliases.ts';
import { checkOpposites } from './contradictions.ts';
import { type Declaring, recordTyped } from './declare.ts';
import { explanationOf } from './explanations.ts';
import { commandsOf, helpFormat } from './help-format.ts';
import { needsOf, provideContext } from './run.ts';
import type { Declared } from './verb.ts';

/** For nouns that are not objects yet. */
export function declareOld(noun: Command, register: (noun: Command) => void, declaring: Declaring): Declared {
  register(noun);
  const visit = (command: CommandUnknownOpts): Declared => {
    const { notes, ...rest } = explanationOf(command) ?? { examples: [] };
    const inner = commandsOf(command).map(visit);
    addAliases(command);
    const declared: Declared = { command, inner };
    if (explanationOf(command))
      declared.action = {
        ...rest,
        ...(notes && { text: notes }),
        rules: needsOf(command).map(({ flags, needed }) => ({ flags, required: needed })),
        run: () => Promise.reject(new Error('old')),
      };
    const typed = recordTyped(command);
    command.configureHelp(helpFormat(declared, declaring.style));
    command.hook('preAction', async (_, acting) => {
      if (acting !== command) return;
      checkOpposites(typed);
      let program: CommandUnknownOpts = command;
      while (program.parent) program = program.parent;
      provideContext(program, await declaring.begin(command));
    });
    return declared;
  };
  return visit(noun);
}
