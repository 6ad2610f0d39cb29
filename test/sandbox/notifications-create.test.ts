import { describe, expect, test } from 'vitest';
import { configurations } from './configurations.ts';
import { startReceiver } from './receiver.ts';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest();
const { all, create } = configurations(service);

describe('POST create', () => {
  test('POST create stores a repeated trigger once', async () => {
    const triggers = ['run:completed', 'run:errored', 'run:completed'];
    const { json } = await create({ url: 'https://hooks.example.com/', triggers });
    expect(json.data.attributes.triggers).toEqual(['run:completed', 'run:errored']);
  });

  test('concurrent POST creates do not exceed the limit while their verifications wait', async () => {
    const receiver = await startReceiver();
    const waiting: (() => void)[] = [];
    receiver.answer = (response) => {
      waiting.push(() => response.end());
      if (waiting.length === 22) for (const go of waiting) go();
    };
    const answers = await Promise.all(Array.from({ length: 22 }, () => create({ url: receiver.url, enabled: true })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(201), 422, 422]);
    const { json } = answers.find(({ status }) => status === 422)!;
    expect(json.errors[0].detail).toBe('A workspace can have at most 20 notification configurations');
    expect(await all()).toHaveLength(20);
  });
});
