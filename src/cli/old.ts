import type { Command, CommandUnknownOpts } from 'commander';
import { addAliases } from './aliases.ts';
import type { Context } from './context.ts';
import { checkOpposites } from './contradictions.ts';
import { type Declaring, recordTyped } from './declare.ts';
import { explain, explanationOf } from './explanations.ts';
import { commandsOf, helpFormat } from './help-format.ts';
import { exclusive, needsOf, provideContext, requires, run } from './run.ts';
import type { AnyVerb, Declared } from './verb.ts';

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
    const { begin } = declaring;
    const typed = begin ? recordTyped(command) : new Set<string>();
    command.configureHelp(helpFormat(declared, declaring.style));
    command.hook('preAction', async (_, acting) => {
      if (acting !== command) return;
      checkOpposites(typed);
      let program: CommandUnknownOpts = command;
      while (program.parent) program = program.parent;
      provideContext(program, await begin!(command));
    });
    return declared;
  };
  return visit(noun);
}

/** For verbs that are objects in nouns that are not. */
export function bridge(noun: Command, verb: AnyVerb): void {
  const command = noun.command(verb.words).description(verb.about);
  const { text, calls, examples } = verb;
  explain(command, { ...(text && { notes: text }), ...(calls && { calls }), examples });
  verb.flags?.(command as never);
  for (const rule of verb.rules ?? []) {
    if ('excluded' in rule) exclusive(command as never, rule.flag as never, ...(rule.excluded as never[]));
    else requires(command as never, rule.flags as never, ...(rule.required as never[]));
  }
  command.action(run((context: Context, flags: never, ...args: never[]) => verb.run(context, flags, ...args)) as never);
}
