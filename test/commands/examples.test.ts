import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { announce } from '../../src/commands/sandbox/announce.ts';
import { builtInWorld } from '../../src/sandbox/built-in-world.ts';
import { fixedTokens } from '../../src/sandbox/tokens.ts';
import { sampleBody } from '../../src/webhooks/sample.ts';
import { signedHeaders } from '../../src/webhooks/send.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import { smallConfiguration, writeFiles } from '../support/configuration.ts';
import { keepDelivery } from '../support/journal.ts';
import { inBash, svcForShells } from '../support/shell.ts';
import { type Machine, machineAt, sandbox } from '../support/svc.ts';
import { verbs } from '../support/tree.ts';

const tree = await verbs();
/** Servers: they are started by their own tests. */
const keepsRunning = new Set(['sandbox start', 'module serve', 'webhook listen', 'webhook wait']);
const examples = [...tree]
  // The examples of the NATS stream run in its own tests, with a server.
  .filter(([words]) => !keepsRunning.has(words) && !words.startsWith('webhook stream '))
  .flatMap(([words, verb]) => (verb.action?.examples ?? []).map((example) => [words, example] as const))
  .filter(([, example]) => !example.includes(' --subscribe '));

/** Files that examples read, and variables that they name. */
const files = {
  'modules.txt': 'acme/label/null # the newest\nacme/network/cloud@1.2.0\n',
  'token.txt': 'sandbox-site-admin-token\n',
  'notice.txt': 'Closed until the 27th\n',
  'joiners.txt': '# from the 27th on\nnell\nmax\n',
  'members.txt': 'uma\nnell\n',
  'leavers.txt': 'uma\n',
  'provider-token.txt': 'a-token-of-the-provider\n',
  'client-secret.txt': 'a-secret-of-the-client\n',
  'clients.txt': 'Our GitHub\n',
  'hook-token.txt': 'the-key-of-the-hook\n',
  'site.yaml': 'version: 1\nname: acme\norganization: acme\nteams: { network: { users: [max] } }\n',
  'payload.json': '{"payload_version":1}',
  id_rsa: '-----BEGIN OPENSSH PRIVATE KEY-----\nbm90IGEga2V5\n-----END OPENSSH PRIVATE KEY-----\n',
};

test('every verb has an explanation and at least one example', () => {
  const without = [...tree].filter(([, verb]) => !verb.action?.examples.length).map(([words]) => words);
  expect(without).toEqual([]);
  expect([...keepsRunning].filter((words) => !tree.has(words))).toEqual([]);
});

describe('the examples in the help', () => {
  // The examples run as typed, with a service behind the host that they name.
  test.each(examples)('the example in the help of %s runs: %s', async (words, example) => {
    const service = await sandbox({ tokens: fixedTokens, ...(hosted.has(words) ? { edition: 'hosted' } : {}) });
    const machine = await machineAt(service, hosted.has(words) ? 'owner' : 'site-admin');
    for (const [name, text] of Object.entries(files)) {
      if (example.includes(name)) await writeFile(join(machine.home, name), text);
    }
    if (example.includes('site/')) await writeFiles(machine.home, { 'site/acme.yaml': files['site.yaml'] });
    if (words.startsWith('module ')) await smallConfiguration(machine.home, service.info.registry);
    const line = await filledIn(example, machine, service.info.address);
    // The folder where the shell's programs look for sandboxes.
    const runtime = { env: { XDG_RUNTIME_DIR: machine.home }, home: machine.home };
    if (words.startsWith('sandbox ')) announce(runtime, { ...service.info, control: service.control });
    // The time is fixed, so that the signed and the stored body are the same.
    const body = sampleBody('run:completed');
    if (words.startsWith('webhook ')) await keepDelivery(machine, body, { headers: signedHeaders(body, hookToken) });
    if (/^(logout|config|profile (?!create)) ?/.test(words)) await loggedIn(machine, service.info.address);
    const { code, stderr } = await (isPlain(line) ? inProcess : inShell)(line, machine);
    expect(code, `${line}\n${stderr}`).toBe(0);
  });
});

const world = builtInWorld(fixedTokens);
/** Ids in examples, and the ids of the built-in world that replace them. */
const ids: Record<string, string> = {
  'sub-0123456789abcdef': world.subscriptions[0]!.id,
  'oc-0123456789abcdef': world.oauthClients[0]!.id,
  'ws-0123456789abcdef': world.workspaces[0]!.id,
  'ou-0123456789abcdef': world.memberships[0]!.id,
  'user-0123456789abcdef': world.memberships[0]!.user,
};

const hosted = new Set(['account hcp-organization', 'feature-set list', 'subscription show', 'subscription update']);

/** Replaces the invented hosts, ids and answers of an example by existing ones. */
async function filledIn(example: string, { svc }: Machine, address: string): Promise<string> {
  let line = example.replaceAll('https://svc.example.com', address).replaceAll('svc.example.com', address);
  if (/ab-0123456789abcdef|--current( |$)/.test(line)) {
    const { stdout } = await svc(['banner', 'create', '--title', 'T', '--body', 'B', '--jq', '.id']);
    line = line.replaceAll('ab-0123456789abcdef', stdout.trim());
  }
  if (line.includes('--current')) await svc(['banner', 'create', '--title', 'T', '--body', 'B', '--yes']);
  if (line.includes('https://hooks.example.com/'))
    line = line.replaceAll('https://hooks.example.com/svc', await hook());
  if (line.includes('https://hooks.example.com/strict'))
    line = line.replaceAll('https://hooks.example.com/strict', await strictHook());
  if (/nc-0123456789abcdef|(verify|update|delete) --name CI/.test(line)) {
    const create = 'notification create -w network-production --name CI --destination-type generic'.split(' ');
    const { stdout } = await svc([...create, '--url', await hook(), '--jq', '.id']);
    line = line.replaceAll('nc-0123456789abcdef', stdout.trim());
  }
  for (const [, name = ''] of line.matchAll(/\b(production|staging|testing)\b(?!-)/g))
    if (/^svc agent-pool (show|update|delete) /.test(line)) await svc(['agent-pool', 'create', '--name', name]);
  if (/^svc oauth-client (show|update|delete) (-|"Our GitHub")/.test(line))
    await svc(['oauth-client', 'update', 'GitHub', '--name', 'Our GitHub', '--yes']);
  for (const [invented, real] of Object.entries(ids)) line = line.replaceAll(invented, real);
  if (/^svc login \S+$/.test(line)) line += ' --token-env CI_TOKEN';
  if (line === 'svc account password') line += ' --current-password-env OLD_PASSWORD --password-env NEW_PASSWORD';
  return line;
}

/** Starts a destination of notifications that accepts every delivery. */
const hook = async () => (await startReceiver()).url;

/** The token of a receiver that rejects every delivery. */
const hookToken = 'the-key-of-the-hook';

async function strictHook(): Promise<string> {
  const receiver = await startReceiver();
  receiver.answer = (response) => response.writeHead(401).end();
  return receiver.url;
}

/** Creates two profiles by login: default and work. */
async function loggedIn({ svc }: Machine, address: string): Promise<void> {
  const env = { CI_TOKEN: 'sandbox-site-admin-token' };
  for (const profile of ['work', 'default']) {
    expect(await svc(`login ${address} --token-env CI_TOKEN --profile ${profile}`, { env })).toMatchObject({ code: 0 });
  }
}

/** Returns whether a shell would only split the line at its spaces. */
const isPlain = (line: string) => /^svc [\w ./:@,=+-]+$/.test(line);

const inProcess = (line: string, machine: Machine) =>
  machine.svc(line.split(' ').slice(1), { env: environmentOf(machine) });

async function inShell(line: string, machine: Machine): Promise<{ code: number; stderr: string }> {
  const { env, home } = machine;
  const bin = join(home, 'bin');
  await svcForShells(machine, bin);
  await writeFile(join(bin, 'other-program'), '#!/bin/sh\ncat > /dev/null\n');
  await chmod(join(bin, 'other-program'), 0o755);
  return inBash(line, home, { ...env, ...environmentOf(machine), PATH: `${bin}:${process.env.PATH}` });
}

/** The variables that examples name. */
const environmentOf = ({ home }: Machine) => ({
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_RUNTIME_DIR: home,
  PATH: process.env.PATH,
  CI_TOKEN: 'sandbox-site-admin-token',
  OLD_PASSWORD: 'sandbox-password',
  NEW_PASSWORD: 'a-new-password-1',
  HOOK_TOKEN: hookToken,
  GITHUB_TOKEN: 'a-token-of-the-provider',
});
