import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, calls } from '../support/calls.ts';
import { machine, type RunResult } from '../support/svc.ts';

const jsonApi = (status: number, title: string) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/vnd.api+json' });
  response.end(JSON.stringify({ errors: [{ status: String(status), title, detail: 'the words of the server' }] }));
};

/** Undocumented responses of a server, and the error of svc for each. */
const answers: [
  name: string,
  answer: (response: ServerResponse) => void,
  exit: number,
  code: string,
  words: string | RegExp,
][] = [
  ['401', jsonApi(401, 'unauthorized'), 4, 'auth', 'the words of the server'],
  ['403', jsonApi(403, 'forbidden'), 4, 'auth', 'the words of the server'],
  ['404', jsonApi(404, 'not found'), 3, 'not_found', 'the words of the server'],
  ['409', jsonApi(409, 'conflict'), 5, 'rejected', 'the words of the server'],
  ['422', jsonApi(422, 'invalid attribute'), 5, 'rejected', 'the words of the server'],
  ['429', jsonApi(429, 'too many requests'), 7, 'try_later', 'the words of the server'],
  ['500', jsonApi(500, 'internal server error'), 7, 'try_later', 'the words of the server'],
  ['503', jsonApi(503, 'service unavailable'), 7, 'try_later', 'the words of the server'],
  [
    'HTML',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sign in</body></html>'),
    9,
    'protocol',
    /a web page instead of the API|text\/html/,
  ],
  ['nothing', (response) => response.destroy(), 6, 'network', 'closed the connection'],
];

describe.each(answers)('a server that answers %s', (name, answer, exit, code, words) => {
  let server: Server;
  let address: string;
  beforeAll(async () => {
    server = createServer((_request, response) => answer(response));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    address = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  // A verb may handle one kind of failure by itself; which statuses are of a kind, the client decides for all verbs.
  const isFirst = answers.findIndex((each) => each[3] === code) === answers.findIndex((each) => each[0] === name);
  const called = isFirst ? Object.entries(calls) : Object.entries(calls).slice(0, 1);
  // A deletion with a 2xx response is done, whatever the body contains.
  const told = called.filter(([, { shape }]) => !(shape === 'done' && exit === 9));
  // trust: T-149
  test.each(told)('svc %s prints the error, exits with its code and leaves stdout empty', async (_name, call) => {
    const plain = await runAt(address, call, 'table');
    expect(plain).toMatchObject({ code: exit, stdout: '' });
    expect(plain.stderr).toMatch(words);
    expect(plain.stderr).not.toContain('<html>');
  });

  // Every verb writes JSON from the code alone: each verb shows it once, and each code.
  const inJson = answers[0]![0] === name ? told : told.slice(0, Number(isFirst));
  test.each(inJson)('svc %s -o json prints the code of the error and leaves stdout empty', async (_name, call) => {
    const json = await runAt(address, call, 'json');
    expect(json).toMatchObject({ code: exit, stdout: '' });
    expect(JSON.parse(json.stderr.trim().split('\n').at(-1)!).error).toMatchObject({ code, exit });
  });
});

async function runAt(address: string, call: Call, format: string): Promise<RunResult> {
  const registry = `${address}/v1/modules/`;
  const { home, svc } = await machine({
    SVC_ADDRESS: address,
    SVC_TOKEN: 'a-token-of-nobody',
    SVC_ORGANIZATION: 'acme',
    SVC_REGISTRY: registry,
  });
  await call.files?.(home, registry);
  const words = call.words.map((word) => word.replaceAll('{}', 'some-id'));
  return svc([...words, '-o', format], { stdin: call.stdin ?? '', env: call.env ?? {} });
}
