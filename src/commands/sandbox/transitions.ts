import { ChoiceError } from '../../base/parsers.ts';
import { lifecycle, triggers } from '../../contract/notification.ts';
import type { Transition } from '../../sandbox/control-replies.ts';
import type { View } from '../../terminal/view.ts';

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
 * The triggers of an argument, in order.
 * @throws {UsageError} with the most similar trigger
 */
export function stepsOf(trigger: string): readonly string[] {
  if (trigger === 'lifecycle') return lifecycle;
  const known = ['lifecycle', ...triggers];
  if (known.includes(trigger)) return [trigger];
  throw new ChoiceError(trigger, known, '<trigger>');
}
