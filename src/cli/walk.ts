import type { Context } from './context.ts';
import { printable } from './terminal/printable.ts';
import type { Field } from './wizard.ts';

export { FieldKinds, requireAccess } from './wizard.ts';

/**
 * Prompts for all fields with the current values as defaults, and returns the changed ones; undefined means that a value was emptied.
 * Values that a terminal cannot show on one line are skipped.
 */
export async function changesTo<Answers extends object>(
  current: Answers,
  fields: readonly Field<Answers>[],
  { ask, output }: Pick<Context, 'ask' | 'output'>,
): Promise<Partial<Answers>> {
  const valueIn = (answers: object, name: string) => (answers as Record<string, unknown>)[name] ?? '';
  const changes: Partial<Answers> = {};
  for (const field of fields) {
    const { flag } = field;
    const name = flag.slice('--'.length);
    const held = String(valueIn(current, name));
    if (printable(held) !== held) {
      output.note(`${name} has several lines or special characters; to change it: ${flag}`);
      continue;
    }
    const answer = await field.ask(current);
    const isChanged = Object.keys(answer).some(
      (each) => String(valueIn(answer, each)) !== String(valueIn(current, each)).trim(),
    );
    const isCleared = isChanged && Object.values(answer).every((value) => value === undefined);
    if (isChanged) Object.assign(changes, answer);
    else ask.answers.set(flag, []);
    if (isCleared) ask.answers.set(flag, [flag.replace('--', '--clear-')], true);
  }
  // If nothing was changed, there is no command to show that repeats the run.
  if (Object.keys(changes).length === 0) ask.answers.clear();
  return changes;
}
