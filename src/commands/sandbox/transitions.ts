import { z } from 'zod';
import { lifecycle, triggers } from '../../contract/notification.ts';
import { UsageError } from '../../errors.ts';
import { nearest } from '../../nearest.ts';
import type { View } from '../../terminal/view.ts';

const delivery = z.looseObject({
  name: z.string(),
  successful: z.boolean(),
  error: z.string().nullish(),
  status: z.number().nullish(),
});
const transition = z.looseObject({
  trigger: z.string(),
  run: z.looseObject({ id: z.string(), status: z.string() }),
  deliveries: z.array(delivery),
});
/** One state that a run went into, and what became of its notifications. */
export type Transition = z.infer<typeof transition>;
export const transitionReply = z.looseObject({ transitions: z.array(transition) });

export const transitionView: View<Transition> = {
  columns: [
    { name: 'trigger', of: ({ trigger }) => trigger, fit: 'whole' },
    { name: 'run', of: ({ run }) => run.id, fit: 'whole' },
    { name: 'status', of: ({ run }) => run.status },
    { name: 'sent', of: ({ deliveries }) => deliveries.length },
    { name: 'failed', of: ({ deliveries }) => deliveries.filter(({ successful }) => !successful).length },
  ],
};

/**
 * The triggers that a word stands for, in order.
 * @throws {UsageError} with the one that was probably meant
 */
export function stepsOf(trigger: string): readonly string[] {
  if (trigger === 'lifecycle') return lifecycle;
  const known = ['lifecycle', ...triggers];
  if (known.includes(trigger)) return [trigger];
  const near = nearest(trigger, known);
  const hint = near ? { hint: `Did you mean ${near}?` } : {};
  throw new UsageError(`"${trigger}" is none of ${known.join(', ')}.`, hint);
}
