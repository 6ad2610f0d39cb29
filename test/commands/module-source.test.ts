import { describe, expect, test } from 'vitest';
import { machine, watchedMachine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const world = async () => {
  const { requests, service, svc } = await watchedMachine('anonymous');
  return { svc, url: service.url, requests };
};

type Answer = { status?: number; headers?: Record<string, string>; body?: string };

/** A registry whose download endpoint sends this response; it lists 1.0.0 of every module. */
async function answering(answer: Answer) {
  const { status = 204, headers = {}, body = '' } = answer;
  const { url, seen } = await tinyServer((request, response) => {
    if (request.url?.endsWith('/versions')) {
      return sendJson(response, { modules: [{ versions: [{ version: '1.0.0' }] }] });
    }
    if (!request.url?.endsWith('/1.0.0/download'))
      return sendJson(response, { errors: ['Not Found'] }, { status: 404 });
    response.writeHead(status, headers).end(body);
  });
  return { svc: (await machine({ SVC_REGISTRY: `${url}/v1/modules/` })).svc, url, seen };
}
const json = { 'content-type': 'application/json' };

describe('module source', () => {
  test('module source without a version prints the location of the newest listed version, as module download uses it', async () => {
    const { svc, url, requests } = await world();
    const { code, stdout, stderr } = await svc('module source acme/network/cloud');
    expect([code, stdout, stderr]).toEqual([0, `${url}/archives/acme/network/cloud/1.2.0.tar.gz\n`, '']);
    expect(requests).toEqual([
      'GET /v1/modules/acme/network/cloud/versions',
      'GET /v1/modules/acme/network/cloud/1.2.0/download',
    ]);
  });

  test('module source with a version requests only that version', async () => {
    const { svc, url, requests } = await world();
    const { stdout } = await svc('module source acme/network/cloud@1.1.0', { tty: true });
    expect(stdout).toBe(`${url}/archives/acme/network/cloud/1.1.0.tar.gz\n`);
    expect(requests).toEqual(['GET /v1/modules/acme/network/cloud/1.1.0/download']);
  });

  test('module source adds the folder of the address to the folder of the location', async () => {
    const { svc, url } = await world();
    const { stdout } = await svc(['module', 'source', 'globex/queue/null//modules/x@~> 0.3', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      address: 'globex/queue/null//modules/x@0.3.1',
      version: '0.3.1',
      location: `${url}/archives/globex/queue/null/0.3.1.tar.gz//queue-0.3.1/modules/x?archive=tar.gz`,
      kind: 'archive',
      format: 'tar.gz',
      subdir: 'queue-0.3.1/modules/x',
    });
  });

  // trust: T-140
  test('module source masks a signature and a user in the location', async () => {
    const location =
      'https://me:hunter22@files.example.com/m.tar.gz?X-Amz-Signature=abcdef&checksum=md5:d41d8cd98f00b204e9800998ecf8427e';
    const { svc } = await answering({ headers: { 'x-svc-get': location } });
    for (const format of ['table', 'json', 'raw', 'yaml']) {
      const { stdout } = await svc(`module source a/b/c -o ${format}`);
      expect(stdout).toContain('files.example.com/m.tar.gz');
      expect(stdout).not.toMatch(/hunter22|abcdef/);
    }
  });

  test('module source shows that a location is a git repository, and its ref', async () => {
    const { svc } = await answering({ headers: { 'x-terraform-get': 'git::https://example.com/a/b.git?ref=v1.0.0' } });
    const { stdout } = await svc('module source a/b/c//sub --json');
    expect(JSON.parse(stdout)).toMatchObject({
      location: 'git::https://example.com/a/b.git//sub?ref=v1.0.0',
      kind: 'git',
      ref: 'v1.0.0',
      subdir: 'sub',
    });
  });
});

describe('the location in the response of a download endpoint', () => {
  const zip = 'https://files.example.com/m.zip';
  const other = 'https://files.example.com/other.zip';
  test.each<[string, Answer, string]>([
    [
      'in both: the body wins',
      { status: 200, headers: { ...json, 'x-svc-get': other }, body: JSON.stringify({ location: zip }) },
      zip,
    ],
    ['empty in JSON: header', { status: 200, headers: { ...json, 'x-svc-get': zip }, body: '{"location":""}' }, zip],
    [
      'in the header beside a page for people',
      { status: 200, headers: { 'content-type': 'text/html', 'x-svc-get': zip }, body: '<a href="/">here</a>' },
      zip,
    ],
  ])('the location in the response of a download endpoint: %s', async (_, answer, location) => {
    const { svc } = await answering(answer);
    expect(await svc('module source a/b/c@1.0.0')).toMatchObject({ code: 0, stdout: `${location}\n`, stderr: '' });
  });

  test.each<[string, Answer, string]>([
    ['is missing', {}, 'no download location'],
    ['is missing from the JSON too', { status: 200, headers: json, body: '{}' }, 'no download location'],
    ['is broken JSON', { status: 200, headers: { ...json, 'x-svc-get': zip }, body: '{"location":' }, 'not JSON'],
    ['is a number', { status: 200, headers: json, body: '{"location":7}' }, 'the location is not a string'],
    ['is HTML alone', { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' }, 'no download location'],
  ])('module source exits with 9 for a location that %s', async (_, answer, words) => {
    const { svc } = await answering(answer);
    expect(await svc('module source a/b/c@1.0.0')).toFail(9, words);
  });
});
