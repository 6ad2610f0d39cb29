import { expect, test } from 'vitest';
import { closing } from '../../src/base/at-end.ts';

const failing = (message: string) => () => Promise.reject(new Error(message));

test('everything that was opened is closed, the last one first, and the error of the work or else of the first failed close is thrown', async () => {
  const closed: string[] = [];
  const opened = (work: () => Promise<string>) =>
    closing(async (atEnd) => {
      atEnd(() => closed.push('first'));
      atEnd(failing('an end'));
      atEnd(() => closed.push('last'));
      return work();
    });
  await expect(opened(async () => 'done')).rejects.toThrow('an end');
  await expect(opened(failing('the work'))).rejects.toThrow('the work');
  expect(closed).toEqual(['last', 'first', 'last', 'first']);
});
