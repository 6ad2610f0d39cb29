import { describe, expect, test } from 'vitest';
import { literalRegistry, type Reply } from '../support/registry.ts';
import { machine } from '../support/svc.ts';

/** A machine whose registry sends this response to every request below /v1/modules/. */
async function answered(text: string, status = 200) {
  const reply: Reply = { status, headers: { 'content-type': 'application/json' }, body: text };
  const { url } = await literalRegistry({
    files: Object.fromEntries(
      ['?limit=20', 'a/b/c', 'a/b/c/versions'].map((path) => [`/v1/modules/${path}`, () => reply]),
    ),
  });
  return machine({ SVC_REGISTRY: `${url}/v1/modules/` });
}

const detail = (more: string) =>
  `{"id":"a/b/c/1.0.0","namespace":"a","name":"b","provider":"c","version":"1.0.0","root":{"path":""},${more}}`;

describe('a malicious registry', () => {
  // trust: T-68
  test('a key such as __proto__ in a registry document changes no JavaScript object, and is printed', async () => {
    const { svc } = await answered(detail('"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}'));
    const { code, stdout } = await svc('module show a/b/c -o raw');
    expect([code, stdout]).toEqual([0, expect.stringContaining('"__proto__":{"polluted":1}')]);
    for (const format of ['json', 'yaml', 'csv', 'table']) {
      expect((await svc(`module show a/b/c -o ${format}`)).code).toBe(0);
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('a service in the __proto__ of a discovery document is ignored', async () => {
    const { url } = await literalRegistry({
      files: {
        '/.well-known/terraform.json': () => ({
          headers: { 'content-type': 'application/json' },
          body: '{"__proto__":{"modules.v1":"/v1/modules/"}}',
        }),
      },
    });
    const { svc } = await machine();
    expect(await svc(`module versions a/b/c --registry ${url}`)).toExit(3, 'does not provide a module registry');
  });

  // trust: T-68
  test('a number beyond 2^53 in a registry document keeps all its digits', async () => {
    const me = await answered(detail('"downloads":9007199254740993,"odd":[1.000000000000000000001,1e400,{}]'));
    const { stdout } = await me.svc('module show a/b/c -o raw');
    expect(stdout).toContain('"downloads":9007199254740993,"odd":[1.000000000000000000001,1e400,{}]');
    expect((await me.svc('module show a/b/c -o ndjson')).stdout).toBe(`${stdout}\n`);
    const url = `${me.env.SVC_REGISTRY}a/b/c`;
    for (const words of ['module show a/b/c -o json', `api ${url} -o json`, `api ${url}`]) {
      const shown = (await me.svc(words)).stdout;
      expect(shown).toContain(
        '  "downloads": 9007199254740993,\n  "odd": [\n    1.000000000000000000001,\n    1e400,\n    {}\n  ]\n}\n',
      );
    }
  });

  // trust: T-68
  test.each([
    ['in what the contract knows', `{"meta":{"limit":1,"current_offset":0},"modules":${'['.repeat(50_000)}`],
    ['in what it does not', detail(`"x":${'['.repeat(50_000)}${']'.repeat(50_000)}`)],
    ['in objects', detail(`"x":${'{"x":'.repeat(50_000)}1${'}'.repeat(50_000)}`)],
  ])('a registry document with endless nesting exits with 9: %s', async (_title, text) => {
    const { svc } = await answered(text);
    for (const words of ['module list', 'module show a/b/c', 'module versions a/b/c']) {
      const { code, stderr } = await svc(words);
      expect([words, code]).toEqual([words, 9]);
      expect(stderr.length).toBeLessThan(2000);
    }
  });

  // trust: T-61
  test.each([
    ['of many errors', JSON.stringify({ errors: Array.from({ length: 5000 }, (_, n) => `error ${n}`) })],
    ['of one long error', JSON.stringify({ errors: ['x'.repeat(900_000)] })],
    ['of many long errors', JSON.stringify({ errors: Array.from({ length: 100 }, () => 'x'.repeat(9000)) })],
    ['of long fields', JSON.stringify({ errors: [{ title: 't'.repeat(300_000), detail: 'd'.repeat(300_000) }] })],
    ['of control characters', JSON.stringify({ errors: ['\u001b[2J'.repeat(90_000)] })],
    ['of HTML', `<!DOCTYPE html>${'<p>no</p>'.repeat(90_000)}`],
  ])('an error response of a registry %s prints less than 20 kB', async (_title, text) => {
    const { svc } = await answered(text, 400);
    for (const words of ['module list', 'module list -o json']) {
      const { stderr, stdout } = await svc(words);
      expect(stderr.length).toBeGreaterThan(10);
      expect(Buffer.byteLength(stderr) + Buffer.byteLength(stdout)).toBeLessThan(20_000);
      expect(stderr).not.toContain('<p>');
    }
  });
});
