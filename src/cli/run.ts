import type { Command } from 'commander';
import type { z } from 'zod';
import { UsageError } from '../errors.ts';

/**
 * A verb's action: flags checked against a schema before anything is done, then the positionals.
 * @throws {UsageError} naming the flag that is missing or wrong
 */
export function action<Schema extends z.ZodType, Words extends unknown[]>(
  schema: Schema,
  act: (flags: z.infer<Schema>, ...words: Words) => Promise<void>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1) as Command;
    const checked = schema.safeParse(command.opts(), { error: inWords });
    if (!checked.success) {
      const { path, message } = checked.error.issues[0] ?? { path: [], message: 'unexpected' };
      const flag = path.length > 0 ? flagOf(command, String(path[0])) : undefined;
      const words = /[.?!]$/.test(message) ? message : `${message}.`;
      const colon = /^(is|must) /.test(words) ? '' : ':';
      throw new UsageError(flag ? `${flag}${colon} ${words}` : words, { hint: `svc ${wordsOf(command)} --help` });
    }
    await act(checked.data, ...(given.slice(0, -2) as Words));
  };
}

/** A schema's own words, where it has none that were written for it. */
function inWords({ code, input, ...limits }: z.core.$ZodRawIssue): string | undefined {
  if (typeof input === 'string' && code === 'too_small' && limits.minimum === 1) return 'is empty';
  if (typeof input !== 'number') return undefined;
  if (code === 'too_big') return `${input} is more than ${limits.maximum}`;
  return code === 'too_small' ? `${input} is less than ${limits.minimum}` : undefined;
}

function flagOf(command: Command, attribute: string): string {
  return command.options.find((option) => option.attributeName() === attribute)?.long ?? attribute;
}

/** What a person types to reach a command, without the program's own name. */
export function wordsOf(command: Command): string {
  const words: string[] = [];
  for (let at: Command | null = command; at?.parent; at = at.parent) words.unshift(at.name());
  return words.join(' ');
}
