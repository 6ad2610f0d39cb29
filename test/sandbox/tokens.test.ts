import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts';
import { fixedTokens } from '../../src/sandbox/tokens.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const details = async ({ info }: Sandbox, token: string) =>
  (await fetch(`${info.api}/account/details`, { headers: { authorization: `Bearer ${token}` } })).status;

test('each start generates tokens of its own, which no other sandbox accepts', async () => {
  const [one, other] = [await start(), await start()];
  const tokens = [one, other].flatMap(({ info }) => Object.values(info.tokens));
  expect(new Set(tokens).size).toBe(10);
  for (const [kind, token] of Object.entries(one.info.tokens)) {
    expect(token).toMatch(new RegExp(`^sandbox-${kind}-[\\w-]{32}$`));
    expect([await details(one, token), await details(other, token)]).toEqual([200, 401]);
  }
  for (const known of Object.values(fixedTokens)) expect(await details(one, known)).toBe(401);
});

test('the sandbox accepts the tokens that it was started with', async () => {
  const sandbox = await start({ tokens: fixedTokens });
  expect(sandbox.info.tokens).toEqual(fixedTokens);
  expect(await details(sandbox, 'sandbox-owner-token')).toBe(200);
});

test('the tokens of an existing data file stay, whatever tokens the sandbox is started with', async () => {
  const folder = temporaryFolder();
  const dataFile = join(folder, 'state.json');
  const first = await start({ dataFile });
  await first.close();
  expect(await readFile(dataFile, 'utf8')).toContain(first.info.tokens.owner);
  expect((await start({ dataFile, tokens: fixedTokens })).info.tokens).toEqual(first.info.tokens);
});
