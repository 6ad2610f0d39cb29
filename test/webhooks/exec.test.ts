import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createSecrets } from '../../src/base/secrets.ts';
import { createIds } from '../../src/base/sortable-ids.ts';
import type { Delivery } from '../../src/webhooks/delivery.ts';
import { unread } from '../../src/webhooks/event.ts';
import { createRunner } from '../../src/webhooks/exec.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// trust: T-234
test('a message reports that a command is still running, with the number of waiting deliveries', async () => {
  const cwd = temporaryFolder();
  const done = join(cwd, 'done');
  const script = `const wait = () => { if (!require('fs').existsSync('done')) setTimeout(wait, 10); }; wait();`;
  writeFileSync(join(cwd, 'deploy.cjs'), script);
  const notes: string[] = [];
  const output = { note: (text: string) => void notes.push(text), warn: (text: string) => void notes.push(text) };
  const host = { cwd, env: process.env, signal: new AbortController().signal };
  const exec = `"${process.execPath}" deploy.cjs`;
  const runner = createRunner({ exec }, { host, output, secrets: createSecrets() }, 50)([]);
  const delivery = { id: createIds()(0), verdict: 'verified', body: Buffer.alloc(0), ...unread } as unknown as Delivery;
  const running = runner.handle(delivery, { waiting: 14 });
  await vi.waitFor(() => expect(notes).toEqual([`${process.execPath} runs for 50ms, 14 waiting.`]), 50_000);
  expect(existsSync(done)).toBe(false);
  writeFileSync(done, '');
  expect([await running, notes.length]).toEqual([true, 1]);
});
