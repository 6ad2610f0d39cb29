import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { platform } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { sign } from '../../src/api/contract/signature.ts';
import { createIds } from '../../src/base/sortable-ids.ts';
import type { Delivery, Verdict } from '../../src/webhooks/delivery.ts';
import { fromLine, toLine } from '../../src/webhooks/delivery-record.ts';
import { readNotification } from '../../src/webhooks/event.ts';
import { verdicts } from '../../src/webhooks/inspector/page/verdicts.mjs';
import { createJournal, type Journal } from '../../src/webhooks/journal.ts';
import { filesOf } from '../../src/webhooks/journal-files.ts';
import { sampleBody } from '../../src/webhooks/sample.ts';
import type { DeliveryQuery } from '../../src/webhooks/store.ts';
import fc, { anyText, forAll, forAllAsync, runs } from '../support/properties.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { script } from './room.ts';

const newId = createIds();
const delivery = ({ body = sampleBody('run:created'), ...change }: Partial<Delivery> = {}): Delivery => ({
  id: newId(Date.now()),
  at: new Date().toISOString(),
  verified: true,
  verdict: 'verified',
  cause: null,
  reason: null,
  signedWith: 'the test',
  method: 'POST',
  path: '/',
  headers: [['Host', 'x']],
  status: 204,
  bodySize: body.length,
  ...readNotification(body),
  ...change,
  body,
});

async function all(journal: Journal, query?: DeliveryQuery): Promise<Delivery[]> {
  const found: Delivery[] = [];
  for await (const one of journal.read(query)) found.push(one);
  return found;
}
/** The file that deliveries are appended to. */
const currentFile = (place: string) => filesOf(place, 'deliveries').at(-1)!;
const rejected = (change: Partial<Delivery> = {}) =>
  delivery({ verified: false, verdict: 'mismatch', cause: 'mismatch', reason: 'x', status: 401, ...change });
const ids = (deliveries: Delivery[]) => deliveries.map(({ id }) => id);

const text = anyText();
const anyDelivery = fc
  .record({
    verdict: fc.constantFrom(...(Object.keys(verdicts) as Verdict[])),
    reason: fc.option(text),
    signedWith: fc.option(text),
    method: text,
    path: text,
    headers: fc.array(fc.tuple(text, text)),
    body: fc.oneof(fc.uint8Array({ maxLength: 300 }), text, fc.json()).map((bytes) => Buffer.from(bytes as string)),
    status: fc.integer({ min: 200, max: 599 }),
  })
  .map((change) => delivery({ ...change, verified: change.verdict === 'verified' }));

test('writing any delivery as a line and reading the line gives the same delivery', () => {
  forAll([anyDelivery], (one) => {
    const line = toLine(one);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(fromLine(line)).toEqual(one);
  });
});

// trust: T-81
test('an incomplete or changed line never gives a verified delivery', () => {
  const line = toLine(delivery());
  forAll(
    [
      fc.oneof(
        fc.json(),
        fc.nat(line.length - 2).map((end) => line.slice(0, end)),
      ),
    ],
    (text) => {
      expect(fromLine(text)).toBeUndefined();
    },
  );
  expect(fromLine(line.replace('"verified":true', '"verified":false'))?.verified).toBe(false);
  expect(fromLine(line.replace('"verdict":"verified"', '"verdict":"mismatch"'))?.verified).toBe(false);
});

test('appended deliveries are read in order, from either end, whatever the sizes of lines and files', async () => {
  await forAllAsync(
    [fc.array(fc.nat(400_000), { maxLength: 12 }), fc.integer({ min: 1, max: 800_000 })],
    runs(15),
    async (sizes, maxBytes) => {
      const journal = createJournal({ folder: temporaryFolder(), maxBytes, keep: 100 });
      const written = sizes.map((size) => delivery({ body: Buffer.alloc(size, 'ä') }));
      for (const one of written) await journal.append(one);
      await journal.close();
      expect(ids(await all(journal))).toEqual(ids(written));
      expect(ids(await all(journal, { order: 'newest-first' }))).toEqual(ids(written).reverse());
    },
  );
});

// trust: T-95
test('an incomplete last line loses only its own delivery, even if more deliveries are appended', async () => {
  const place = temporaryFolder();
  const journal = createJournal({ folder: place });
  const [first, second, third] = [delivery(), delivery(), delivery()];
  await journal.append(first);
  await journal.append(second);
  await journal.close();
  const file = currentFile(place);
  const whole = readFileSync(file);
  const cut = Buffer.byteLength(toLine(first)) + 2;
  for (const end of [cut + 1, cut + 10, whole.length - 2]) {
    writeFileSync(file, whole);
    truncateSync(file, end);
    expect(ids(await all(journal))).toEqual(ids([first]));
    expect(ids(await all(journal, { order: 'newest-first' }))).toEqual(ids([first]));
    const next = createJournal({ folder: place });
    await next.append(third);
    await next.close();
    expect(ids(await all(journal))).toEqual(ids([first, third]));
  }
});

// trust: T-93
test('half a line of another process loses no other delivery', async () => {
  const place = temporaryFolder();
  const journal = createJournal({ folder: place });
  const [first, second, third] = [delivery(), delivery(), delivery()];
  await journal.append(first);
  for (const next of [second, third]) {
    appendFileSync(currentFile(place), '{"id":"01');
    await journal.append(next);
  }
  await journal.close();
  expect(ids(await all(journal))).toEqual(ids([first, second, third]));
  expect(ids(await all(journal, { order: 'newest-first' }))).toEqual(ids([third, second, first]));
});

// trust: T-95
test.skipIf(platform() === 'win32')(
  'a disk that becomes full in the middle of a line loses no recorded delivery',
  async () => {
    const place = temporaryFolder();
    const journals = join(place, 'journal');
    const path = await script(
      place,
      `const { createJournal } = require('./webhook.cjs');
       const journal = createJournal({ folder: process.argv[2] });
       const one = (index) => ({ id: 'a' + String(index).padStart(25, '0'), at: new Date().toISOString(), verified: true, verdict: 'verified', cause: null,
         reason: null, signedWith: 't', method: 'POST', path: '/', headers: [], status: 204, body: Buffer.alloc(999, 'x'), bodySize: 999 });
       (async () => {
         const recorded = [];
         for (let index = 0; index < 200; index += 10) {
           const results = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => journal.append(one(index + at)).then(() => one(index + at).id)));
           recorded.push(...results.filter(({ value }) => value).map(({ value }) => value));
           if (results.some(({ reason }) => reason)) break;
         }
         console.log(JSON.stringify(recorded));
       })();`,
    );
    const journal = createJournal({ folder: journals });
    const [before, after] = [delivery(), delivery()];
    await journal.append(before);
    // In blocks of 1 KiB: a larger write is done as far as it fits.
    const limited = spawnSync('bash', ['-c', `ulimit -f 64; exec "${process.execPath}" "${path}" "${journals}"`]);
    const recorded = JSON.parse(String(limited.stdout)) as string[];
    await journal.append(after);
    await journal.close();
    expect(recorded.length).toBeGreaterThan(20);
    const kept = new Set(ids(await all(journal)));
    expect([before.id, ...recorded, after.id].filter((id) => !kept.has(id))).toEqual([]);
  },
);

// trust: T-93
test('a full file is followed by exactly one new file, whichever of two processes notices first', async () => {
  const place = temporaryFolder();
  const journal = () => createJournal({ folder: place, maxBytes: 4000, keep: 9 });
  const [one, other] = [journal(), journal()];
  const written: Delivery[] = [];
  for (const [nth, size] of [2200, 2200, 2200, 0, 0].entries()) {
    const to = [one, other, one, one, other][nth]!;
    written.push(delivery({ body: Buffer.alloc(size, 'x') }));
    await to.append(written.at(-1)!);
  }
  await Promise.all([one.close(), other.close()]);
  expect(readdirSync(place)).toHaveLength(2);
  expect(ids(await all(one))).toEqual(ids(written));
});

test('an idle process appends to the newest file after other processes have started new files', async () => {
  const place = temporaryFolder();
  const [idle, busy] = [0, 1].map(() => createJournal({ folder: place, maxBytes: 2000, keep: 2 })) as [
    Journal,
    Journal,
  ];
  await idle.append(delivery());
  for (let index = 0; index < 20; index += 1) await busy.append(delivery());
  const late = delivery();
  await idle.append(late);
  await Promise.all([idle.close(), busy.close()]);
  expect(ids(await all(busy)).at(-1)).toBe(late.id);
});

test('a full file is followed by a new one, and the oldest file is removed by the order of writing, not by the clock', async () => {
  const place = temporaryFolder();
  const journal = createJournal({ folder: place, maxBytes: 2000, keep: 4 });
  const written: Delivery[] = [];
  for (let index = 0; index < 16; index += 1) {
    written.push(delivery({ at: new Date(Date.parse('2030-01-01') - index * 86_400_000).toISOString() }));
    await journal.append(written.at(-1)!);
  }
  await journal.close();
  const kept = ids(await all(journal));
  expect(readdirSync(place)).toHaveLength(5);
  expect(kept.length).toBeGreaterThan(5);
  expect(kept).toEqual(ids(written.slice(-kept.length)));
});

// trust: T-97
test('rejected and unsigned deliveries never remove verified ones, and all are read in order of time', async () => {
  const journal = createJournal({ folder: temporaryFolder(), maxBytes: 5000, keep: 1 });
  const written: Delivery[] = [];
  const write = async (one: Delivery) => {
    written.push(one);
    await journal.append(one);
  };
  // Several of them are created within a millisecond.
  const began = Date.now();
  const at = () => new Date(began + (written.length >> 3)).toISOString();
  await write(delivery({ at: at() }));
  for (let index = 0; index < 30; index += 1) {
    await write(rejected({ at: at() }));
    await write(delivery({ at: at(), verified: false, verdict: 'unsigned', cause: 'missing', reason: 'x' }));
    if (index === 28) await write(delivery({ at: at() }));
  }
  await journal.close();
  const kept = await all(journal);
  expect(kept.filter(({ verified }) => verified)).toHaveLength(2);
  expect(kept.length).toBeLessThan(written.length - 10);
  const inOrder = ids(written).filter((id) => ids(kept).includes(id));
  expect(ids(kept)).toEqual(inOrder);
  expect(ids(await all(journal, { order: 'newest-first' }))).toEqual(inOrder.reverse());
});

test('the journal keeps the head and the first 16 KiB of a rejected delivery, and all of an accepted one', async () => {
  const journal = createJournal({ folder: temporaryFolder() });
  const text = Buffer.from(`${'x'.repeat(16_383)}ä${'y'.repeat(1000)}`);
  const bytes = Buffer.alloc(20_000, 0xff);
  const wholes = [delivery({ body: text }), delivery({ body: text, verified: false, verdict: 'unsigned' })];
  const cut = [rejected({ body: text }), rejected({ body: bytes }), rejected({ body: text.subarray(0, 16_384) })];
  for (const one of [...wholes, ...cut]) await journal.append(one);
  await journal.close();
  const found = new Map((await all(journal)).map((one) => [one.id, one]));
  for (const { id } of wholes)
    expect(found.get(id)).toMatchObject({ body: text, bodySize: text.length, marks: ['not-json'] });
  const [first, second, third] = ids(cut).map((id) => found.get(id)!);
  expect(first).toMatchObject({ bodySize: text.length, marks: ['cut'], headers: [['Host', 'x']], notification: null });
  expect(first?.body.toString()).toBe('x'.repeat(16_383));
  expect([second?.body.length, second?.bodySize]).toEqual([16_384, 20_000]);
  expect([third?.body.length, third?.bodySize, third?.marks]).toEqual([16_384, 16_384, ['not-utf8', 'not-json']]);
});

test('checking the journal reports why deliveries cannot be written, and adds no delivery', async () => {
  const place = join(temporaryFolder(), 'journal');
  const journal = createJournal({ folder: place });
  journal.check();
  expect(await all(journal)).toEqual([]);
  await journal.append(delivery());
  await journal.close();
  expect(await all(journal)).toHaveLength(1);
  const file = join(place, 'file');
  writeFileSync(file, '');
  expect(() => createJournal({ folder: file }).check()).toThrow(/EEXIST|ENOTDIR|not a plain folder/);
});

test('the journal file and its folder are for their owner only, and links are rejected', async () => {
  const place = join(temporaryFolder(), 'a', 'b');
  const journal = createJournal({ folder: place });
  expect(await all(journal)).toEqual([]);
  await journal.append(delivery());
  await journal.close();
  expect(statSync(currentFile(place)).mode & 0o777).toBe(0o600);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  const name = basename(currentFile(place));
  const linked = temporaryFolder();
  writeFileSync(join(linked, 'elsewhere'), '');
  symlinkSync(join(linked, 'elsewhere'), join(linked, name));
  await expect(createJournal({ folder: linked }).append(delivery())).rejects.toMatchObject({ exit: 2 });
  const taken = temporaryFolder();
  mkdirSync(join(taken, name));
  await expect(createJournal({ folder: taken }).append(delivery())).rejects.toMatchObject({ exit: 2 });
});

test('a query selects deliveries by content and time, and limits their number', async () => {
  const journal = createJournal({ folder: temporaryFolder() });
  const old = delivery({ at: '2026-01-01T00:00:00.000Z' });
  const bad = rejected();
  const recent = [delivery(), delivery()].map((one) =>
    delivery({ at: new Date(Date.now() + 1000).toISOString(), id: one.id }),
  );
  for (const one of [old, bad, ...recent]) await journal.append(one);
  await journal.close();
  expect(ids(await all(journal, { where: ({ verified }) => !verified }))).toEqual([bad.id]);
  expect(ids(await all(journal, { since: new Date('2026-02-01') }))).toEqual(ids([bad, ...recent]));
  expect(ids(await all(journal, { order: 'newest-first', limit: 1 }))).toEqual([recent[1]!.id]);
  expect((await all(journal))[1]).toEqual(bad);
});

test('a delivery is found by its id or by a unique start of its id', async () => {
  const journal = createJournal({ folder: temporaryFolder() });
  const [one, two] = [delivery({ id: `a${'0'.repeat(25)}` }), delivery({ id: `ab${'0'.repeat(24)}` })];
  await journal.append(one);
  await journal.append(two);
  await journal.close();
  expect((await journal.find(one.id)).id).toBe(one.id);
  expect((await journal.find('AB')).id).toBe(two.id);
  await expect(journal.find('a')).rejects.toMatchObject({ exit: 2 });
  await expect(journal.find('b')).rejects.toMatchObject({ exit: 3 });
  await expect(journal.find('../x')).rejects.toMatchObject({ exit: 2 });
});

test('following the journal yields deliveries that are appended after its start, from every file', async () => {
  const place = temporaryFolder();
  const [reader, writer] = [
    createJournal({ folder: place }),
    createJournal({ folder: place, maxBytes: 2000, keep: 50 }),
  ];
  await writer.append(delivery());
  const end = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    for await (const { id } of reader.follow(end.signal)) {
      seen.push(id);
    }
  })();
  // Whatever the first look at the file is, this one is appended after it.
  const marker = delivery();
  while (seen.length === 0) {
    appendFileSync(currentFile(place), toLine(marker));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const written: Delivery[] = [];
  for (let index = 0; index < 20; index += 1) {
    written.push(index % 4 === 0 ? rejected() : delivery());
    await writer.append(written.at(-1)!);
    if (index % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 15));
  }
  const own = () => seen.filter((id) => id !== marker.id);
  while (own().length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
  end.abort();
  await following;
  await writer.close();
  // Ids sort by creation; deliveries that two files get during one read may appear in the other order.
  expect(own().sort()).toEqual(ids(written));
});

test('ids differ and sort in the order of their creation, even within a millisecond', () => {
  const make = createIds();
  const made = [...Array.from({ length: 70_000 }, () => make(1000)), make(999), make(5000)];
  expect(new Set(made).size).toBe(made.length);
  expect([...made].sort()).toEqual(made);
});

// trust: T-93
test('four processes append to one journal and start new files, and every line is complete', async () => {
  const place = temporaryFolder();
  const path = await script(
    place,
    `const { createJournal } = require('./webhook.cjs');
     const [, , folder, name] = process.argv;
     const journal = createJournal({ folder, maxBytes: 100_000, keep: 1000 });
     const one = (index) => journal.append({ id: name + String(index).padStart(25, '0'), at: '2026-01-01T00:00:00.000Z', verified: true,
       verdict: 'verified', cause: null, reason: null, signedWith: 't', method: 'POST', path: '/', headers: [], status: 204, body: Buffer.alloc(index % 5000, 'x'), bodySize: index % 5000, trigger: null, notification: null, marks: [] });
     (async () => {
       for (let index = 0; index < 300; index += 20) await Promise.all(Array.from({ length: 20 }, (_, at) => one(index + at)));
       await journal.close();
     })();`,
  );
  const place2 = join(place, 'journal');
  const children = ['a', 'b', 'c', 'd'].map((name) => fork(path, [place2, name]));
  const codes = await Promise.all(children.map((child) => once(child, 'exit').then(([code]) => code)));
  expect(codes).toEqual([0, 0, 0, 0]);
  const found = ids(await all(createJournal({ folder: place2 })));
  expect(found).toHaveLength(1200);
  expect(new Set(found).size).toBe(1200);
  expect(readdirSync(place2).length).toBeGreaterThan(1);
});

// trust: T-92
test('every delivery that got 204 is in the journal after SIGKILL under load', async () => {
  const place = temporaryFolder();
  const token = 'secret token';
  const path = await script(
    place,
    `const { createJournal, openListener } = require('./webhook.cjs');
     const journal = createJournal({ folder: process.argv[2], maxBytes: 200_000, keep: 1000 });
     openListener({ tokens: [{ name: 't', value: '${token}' }], onDelivery: (delivery) => journal.append(delivery), limits: { queue: 0 } })
       .then(({ port }) => process.send({ port }));`,
  );
  const child: ChildProcess = fork(path, [join(place, 'journal')]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const answered: string[] = [];
  await Promise.all(
    Array.from({ length: 16 }, async (_, connection) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      let sent = 0;
      const send = () => {
        const body = `{"n":"${connection}-${sent}"}`;
        socket.write(
          `POST / HTTP/1.1\r\nHost: x\r\nX-Svc-Notification-Signature: ${sign(body, token)}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        sent += 1;
      };
      socket.on('data', (data) => {
        if (!String(data).startsWith('HTTP/1.1 204 ')) throw new Error(String(data));
        answered.push(`${connection}-${sent - 1}`);
        if (answered.length === 1000) child.kill('SIGKILL');
        send();
      });
      socket.on('connect', send);
      await new Promise((resolve) => socket.once('close', resolve));
    }),
  );
  const kept = new Set(
    (await all(createJournal({ folder: join(place, 'journal') }))).map(
      ({ body }) => JSON.parse(body.toString()).n as string,
    ),
  );
  expect(answered.length).toBeGreaterThanOrEqual(1000);
  expect(answered.filter((name) => !kept.has(name))).toEqual([]);
});
