import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { type Call, calls } from '../support/calls.ts';
import { machine, machineAt, type RunResult, sandbox } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';
import { verbs } from '../support/tree.ts';

const formats = ['table', 'json', 'ndjson', 'yaml', 'csv', 'tsv', 'raw'] as const;

/** Verbs that leave files in the current folder; the next run would find them. */
const writers = ['module download', 'module install', 'module lock', 'module mirror', 'module update'];
const tree = await verbs();
const isRead = (words: string) =>
  !writers.includes(words) && tree.get(words)!.action?.calls?.every(({ method }) => method === 'GET') === true;

test('the table of this test contains every verb that calls an endpoint', async () => {
  const calling = [...tree].filter(([, verb]) => verb.action?.calls?.length);
  // They prompt for a token, print a URL or every fault, or run until they are stopped; their own tests cover them.
  const others = ['login', 'doctor', 'open', 'status', 'webhook listen'];
  const missing = calling.map(([words]) => words).filter((words) => !(words in calls) && !others.includes(words));
  expect(missing).toEqual([]);
});

/** Formats tested for each verb. The other formats are written from the same value by one function each. */
const ofEachVerb = new Set<string>(['table', 'json', 'csv', 'raw']);
const isFirstOfShape = (call: Call) => Object.values(calls).find(({ shape }) => shape === call.shape) === call;

describe.each(Object.entries(calls))('%s', (words, call) => {
  test('prints parsable stdout in every format with messages on stderr, and no messages with --quiet', async () => {
    const run = await runnerOf(call, isRead(words));
    for (const format of formats.filter((each) => ofEachVerb.has(each) || isFirstOfShape(call))) {
      const { code, stderr, stdout } = await run(['-o', format]);
      expect({ format, code, stderr }).toMatchObject({ code: 0 });
      expect([format, hasShape(format, stdout, call)], stdout).toEqual([format, true]);
    }
    expect(await run(['--quiet', '-o', 'json'])).toMatchObject({ code: 0, stderr: '' });
  });
});

test.each(Object.entries(calls).filter(([, call]) => isFirstOfShape(call)))('%s accepts --jq', async (words, call) => {
  const run = await runnerOf(call, isRead(words));
  const filtered = await run(['--jq', 'type']);
  expect(filtered).toMatchObject({ code: 0, stdout: call.shape === 'list' ? 'array\n' : 'object\n' });
});

describe('-o raw of a list without rows', () => {
  const platform = { data: [], meta: { pagination: { 'current-page': 1, 'total-pages': 0, 'total-count': 0 } } };
  const registry = { meta: { limit: 20, current_offset: 0 }, modules: [] };
  test.each([
    ['agent-pool list', platform],
    ['agent-pool list --allowed-workspace web', platform],
    ['banner list', platform],
    ['feature-set list', platform],
    ['feature-set list --organization acme', platform],
    ['notification list -w ws-1', platform],
    ['oauth-client list', platform],
    ['organization list', platform],
    ['team list', platform],
    ['workspace list', platform],
    ['module list', registry],
    ['module list acme', registry],
    ['module search network', registry],
    ['module latest acme/network', registry],
  ])('-o raw of a list without rows prints the body of the service: %s', async (words, document) => {
    const { url } = await tinyServer((_, response) => sendJson(response, document));
    const env = {
      SVC_ADDRESS: url,
      SVC_TOKEN: 'a-token',
      SVC_ORGANIZATION: 'acme',
      SVC_REGISTRY: `${url}/v1/modules/`,
    };
    const { svc } = await machine(env);
    expect(await svc(`${words} -o raw`)).toMatchObject({ code: 0, stdout: JSON.stringify(document) });
  });
});

type Runner = (flags: string[]) => Promise<RunResult>;

/** Runs a call with other flags each time: against one prepared service if it only reads, otherwise against a new one. */
async function runnerOf(call: Call, isRead: boolean): Promise<Runner> {
  const prepared = isRead ? await prepare(call) : undefined;
  return async (flags) => (prepared ?? (await prepare(call)))(flags);
}

async function prepare(call: Call): Promise<Runner> {
  const service = await sandbox(call.edition ? { edition: call.edition } : {});
  const machine = await machineAt(service, call.caller);
  await call.files?.(machine.home, service.info.registry);
  const made = await call.prepare?.(machine, service);
  const words = call.words.map((word) => word.replaceAll('{}', made ?? '{}'));
  return (flags) => machine.svc([...words, ...flags], { stdin: call.stdin ?? '', env: call.env ?? {} });
}

/** Returns whether the output of a call has its shape in a format. */
function hasShape(format: (typeof formats)[number], stdout: string, { shape }: Call): boolean {
  const isLine = shape === 'event' && format !== 'json' && format !== 'ndjson';
  if (shape === 'text' && format !== 'json' && format !== 'ndjson') return typeof parseYaml(stdout) === 'object';
  if (format === 'table') return (stdout === '') === (shape === 'done');
  return isLine ? /^\S.*\n$/.test(stdout) : holdsRows(format, stdout, shape);
}

function holdsRows(format: Exclude<(typeof formats)[number], 'table'>, stdout: string, shape: Call['shape']): boolean {
  const rows = rowsOf(format, stdout);
  const isList = stdout.startsWith('[') || stdout.startsWith('- ');
  const tells = format === 'json' || format === 'yaml';
  return rows.length > 0 && rows.every((row) => typeof row === 'object') && (!tells || isList === (shape === 'list'));
}

/** Parses the rows of an output. Fails if the lines of CSV or TSV have different numbers of cells. */
function rowsOf(format: Exclude<(typeof formats)[number], 'table'>, stdout: string): unknown[] {
  const lines = stdout.split('\n').slice(0, -1);
  switch (format) {
    case 'json':
    case 'raw':
      return [JSON.parse(stdout)].flat();
    case 'yaml':
      return [parseYaml(stdout)].flat();
    case 'ndjson':
      return lines.map((line) => JSON.parse(line));
    case 'csv':
    case 'tsv': {
      const cells = lines.map((line) => line.split(format === 'csv' ? /,(?=(?:[^"]*"[^"]*")*[^"]*$)/ : '\t'));
      expect(new Set(cells.map(({ length }) => length)).size).toBe(1);
      return format === 'csv' ? cells.slice(1) : cells;
    }
  }
}
