import { expect, test } from 'vitest';
import { History } from '../../../src/webhooks/inspector/history.ts';
import { countWords } from '../../../src/webhooks/inspector/page/text.mjs';

const list = { all: 500, held: 500, shown: 500, filtered: false, searched: false };

test.each([
  ['25 deliveries', { ...list, all: 25, held: 25, shown: 25 }, 25, false],
  ['The latest 500 (530 received)', list, 530, true],
  ['15 of the latest 500 (530 received)', { ...list, shown: 15, filtered: true }, 530, true],
  ['30 matches', { ...list, all: 530, shown: 30, filtered: true, searched: true }, 1000, false],
  ['130 matches so far', { ...list, all: 630, shown: 130, filtered: true, searched: true }, 1000, true],
])('the page shows the count as "%s"', (words, situation, total, more) => {
  expect(countWords(situation, total, more)).toBe(words);
});

test('the history counts every rejected delivery of this run, even if the list no longer contains it', () => {
  const history = new History(2);
  const delivery = {
    at: '2026-08-18T10:00:00.000Z',
    verified: false,
    verdict: 'missing',
    cause: null,
    reason: null,
  } as const;
  const rest = {
    signedWith: null,
    method: 'POST',
    path: '/',
    headers: [],
    body: Buffer.alloc(0),
    bodySize: 0,
    trigger: null,
  };
  const add = (id: string, earlier = false) =>
    history.add({ ...delivery, ...rest, id, status: 401, notification: null, marks: [] }, earlier);
  add('0', true);
  for (const id of ['1', '2', '3', '4']) add(id);
  expect([history.rejected, history.total, history.summaries().length]).toEqual([4, 5, 2]);
});
