import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { registryAt } from '../../support/registry.ts';
import { type Machine, machine } from '../../support/svc.ts';

const packed = (noise: Buffer) => packTar([{ header: { name: 'noise.bin', size: noise.length }, body: noise }]);
const content = randomBytes(900_000);
const plain = Buffer.from(await packed(content));
const body = gzipSync(plain);
const cutAt = 600_000;

type Answer = (response: ServerResponse, headers: IncomingHttpHeaders, nth: number) => void;

/** A registry whose archive the test serves; `ranges` has the requested range of each request. */
async function registryWith(
  answer: Answer,
  archive = '/archive.tar.gz?',
): Promise<Machine & { ranges: (string | undefined)[] }> {
  const ranges: (string | undefined)[] = [];
  // The signature of the location changes each time.
  const location = () => `${archive}X-Amz-Signature=${randomBytes(4).toString('hex')}`;
  const server = await registryAt(location, ({ headers }, response, nth) => {
    ranges.push(headers.range);
    answer(response, headers, nth);
  });
  return { ...(await machine({ SVC_REGISTRY: `${server.url}/v1/modules/` })), ranges };
}

/** Sends the first part and cuts the connection. */
function cut(response: ServerResponse, headers: Record<string, string>, archive = body): void {
  response.writeHead(200, { 'content-length': String(archive.length), ...headers });
  response.write(archive.subarray(0, cutAt), () => setTimeout(() => response.destroy(), 20));
}

/** Sends the requested range, or everything. */
function goOn(
  response: ServerResponse,
  { range }: IncomingHttpHeaders,
  headers: Record<string, string> = {},
  archive = body,
): void {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  const part = { 'content-range': `bytes ${from}-${archive.length - 1}/${archive.length}` };
  response.writeHead(from > 0 ? 206 : 200, { ...headers, ...(from > 0 ? part : {}) }).end(archive.subarray(from));
}

const words = 'module download a/b/c@1.0.0 --dir here --json';
const etag = { etag: '"one"' };
const isWhole = (cwd: string) => readFileSync(join(cwd, 'here/noise.bin')).equals(content);
const partials = ({ env }: Machine) => readdir(join(env.XDG_CACHE_HOME!, 'svc/modules/staging'));
const from = (range: string | undefined) => Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);

describe('a download whose connection breaks', { concurrent: true }, () => {
  test('a cut download continues where it stopped if the server still has the same file', async ({ expect }) => {
    const me = await registryWith((response, headers, nth) => {
      if (nth === 1) return cut(response, etag);
      expect(headers['if-range']).toBe('"one"');
      goOn(response, headers, etag);
    });
    const { code, stdout } = await me.svc(`${words} --retries 1`);
    expect([code, JSON.parse(stdout)[0]]).toEqual([0, expect.objectContaining({ bytes: body.length, cached: false })]);
    expect([me.ranges.length, from(me.ranges[1]) > 300_000, isWhole(me.cwd)]).toEqual([2, true, true]);
    expect(await partials(me)).toEqual([]);
  });

  // trust: T-26
  test('a cut download starts again in the next run, and leaves no files between the runs', async ({ expect }) => {
    const me = await registryWith((response, headers, nth) =>
      nth === 1 ? cut(response, etag) : goOn(response, headers, etag),
    );
    expect((await me.svc(words)).code).toBe(6);
    expect([await partials(me), existsSync(join(me.cwd, 'here'))]).toEqual([[], false]);
    expect((await me.svc(words)).code).toBe(0);
    expect([me.ranges, isWhole(me.cwd)]).toEqual([[undefined, undefined], true]);
    expect((await me.svc(`${words} --force --offline`)).code).toBe(0);
  });

  test('a cut download continues by its modification time if the file has no entity tag', async ({ expect }) => {
    const old = { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' };
    const me = await registryWith((response, headers, nth) => {
      if (nth === 1) return cut(response, old);
      expect(headers['if-range']).toBe(old['last-modified']);
      goOn(response, headers, old);
    });
    expect((await me.svc(`${words} --retries 1`)).code).toBe(0);
    expect([from(me.ranges[1]) > 0, isWhole(me.cwd)]).toEqual([true, true]);
  });

  // trust: T-26
  test.for<[string, Record<string, string>]>([
    ['sends no entity tag', {}],
    ['has only a weak entity tag', { etag: 'W/"one"' }],
    ['does not accept ranges', { ...etag, 'accept-ranges': 'none' }],
    ['changed the file just now', { 'last-modified': new Date().toUTCString() }],
    ['has a date that is not ASCII', { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT (é)' }],
  ])('a cut download starts over if the server %s, and leaves no partial file', async ([_, headers], { expect }) => {
    const me = await registryWith((response, asked, nth) =>
      nth === 1 ? cut(response, headers) : goOn(response, asked),
    );
    expect((await me.svc(`${words} --retries 1`)).code).toBe(0);
    expect([me.ranges, isWhole(me.cwd), await partials(me)]).toEqual([[undefined, undefined], true, []]);
  });

  test.for<[string, Answer, (string | undefined)[]]>([
    ['sends the whole file', (response) => void response.writeHead(200, { etag: '"two"' }).end(body), []],
    [
      'continues at another byte',
      (response, { range }) => {
        if (!range) return void response.end(body);
        response
          .writeHead(206, { ...etag, 'content-range': `bytes 5-${body.length - 1}/${body.length}` })
          .end(body.subarray(5));
      },
      [undefined],
    ],
    [
      'rejects the range',
      (response, { range }) => response.writeHead(range ? 416 : 200).end(range ? '' : body),
      [undefined],
    ],
    [
      'continues with other bytes',
      (response, { range }) => {
        const at = from(range);
        const rest = at > 0 ? randomBytes(body.length - at) : body;
        const part = { ...etag, 'content-range': `bytes ${at}-${body.length - 1}/${body.length}` };
        response.writeHead(at > 0 ? 206 : 200, at > 0 ? part : {}).end(rest);
      },
      [undefined],
    ],
  ])('a cut download is complete even if the server %s', async ([_, answer, more], { expect }) => {
    const me = await registryWith((response, headers, nth) =>
      nth === 1 ? cut(response, etag) : answer(response, headers, nth),
    );
    const { code, stderr } = await me.svc(`${words} --retries 1`);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect([from(me.ranges[1]) > 0, me.ranges.slice(2), isWhole(me.cwd)]).toEqual([true, more, true]);
    expect(await partials(me)).toEqual([]);
  });

  test('a cut download leaves no file with --no-cache', async ({ expect }) => {
    const me = await registryWith((response) => cut(response, etag));
    expect((await me.svc(`${words} --no-cache`)).code).toBe(6);
    expect([await readdir(me.cwd), existsSync(me.env.XDG_CACHE_HOME!)]).toEqual([[], false]);
  });
});

describe('a tar without a checksum whose connection breaks', { concurrent: true }, () => {
  const both = { ...etag, 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' };
  const changed = randomBytes(content.length);
  const location = '/archive.tar?';
  const read = (cwd: string) => readFileSync(join(cwd, 'here/noise.bin'));
  const cutFirst =
    (rest: Answer): Answer =>
    (response, headers, nth) =>
      nth === 1 ? cut(response, both, plain) : rest(response, headers, nth);
  test('a cut tar without a checksum continues if the server repeats the tag or the date of the file', async ({
    expect,
  }) => {
    const me = await registryWith(
      cutFirst((response, headers) => goOn(response, headers, both, plain)),
      location,
    );
    const { code } = await me.svc(`${words} --retries 1`);
    expect([code, me.ranges.length, from(me.ranges[1]) > 300_000]).toEqual([0, 2, true]);
    expect([read(me.cwd).equals(content), await partials(me)]).toEqual([true, []]);
  });

  // trust: T-26
  test.for<[string, Record<string, string>]>([
    ['another tag', { etag: '"two"' }],
    ['a weak tag', { etag: 'W/"one"' }],
    ['the same tag and another time of change', { ...etag, 'last-modified': 'Fri, 02 Jan 2026 00:00:00 GMT' }],
    ['no tag at all', {}],
  ])(
    'a partial response with %s is not joined with the first part, because it may be another file',
    async ([_, headers], { expect }) => {
      const after = Buffer.from(await packed(changed));
      const me = await registryWith(
        cutFirst((response, asked) => goOn(response, asked, headers, after)),
        location,
      );
      const { code } = await me.svc(`${words} --retries 1`);
      expect([code, read(me.cwd).equals(changed)]).toEqual([0, true]);
      expect([from(me.ranges[1]) > 0, me.ranges.slice(2)]).toEqual([true, [undefined]]);
    },
  );
});

test('exits with 9 if the server sends a partial response that was not requested', async () => {
  const part = { 'content-range': `bytes 5-${body.length - 1}/${body.length}` };
  const me = await registryWith((response) => void response.writeHead(206, part).end(body.subarray(5)));
  expect(await me.svc(words)).toExit(9, 'part of the archive');
  expect(await partials(me)).toEqual([]);
});
