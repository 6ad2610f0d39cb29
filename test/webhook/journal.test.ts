import { type ChildProcess, fork } from 'node:child_process';
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
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sign } from '../../src/contract/signature.ts';
import { createDelivery, type Delivery, verdicts } from '../../src/webhook/delivery.ts';
import { readNotification } from '../../src/webhook/event.ts';
import { createIds } from '../../src/webhook/ids.ts';
import { createJournal, type Journal, type JournalQuery } from '../../src/webhook/journal.ts';
import { createLines, fromLine } from '../../src/webhook/journal-line.ts';
import { createLineMemory } from '../../src/webhook/line-memory.ts';
import { sampleBody } from '../../src/webhook/sample.ts';
import { folder, script } from './room.ts';

const newId = createIds();
const delivery = ({ body = sampleBody('run:created'), ...change }: Partial<Delivery> = {}): Delivery =>
  createDelivery(
    {
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
      ...change,
      body,
    },
    readNotification,
  );

/** With its end. */
function toLine(one: Delivery): string {
  const line = createLineMemory();
  createLines()(one, line);
  return line.bytes().toString();
}

async function all(journal: Journal, query?: JournalQuery): Promise<Delivery[]> {
  const found: Delivery[] = [];
  for await (const one of journal.read(query)) found.push(one);
  return found;
}
const ids = (deliveries: Delivery[]) => deliveries.map(({ id }) => id);

const anyText = fc.string({ unit: 'binary' });
const anyDelivery = fc
  .record({
    verdict: fc.constantFrom(...verdicts),
    reason: fc.option(anyText),
    signedWith: fc.option(anyText),
    method: anyText,
    path: anyText,
    headers: fc.array(fc.tuple(anyText, anyText)),
    body: fc.oneof(fc.uint8Array({ maxLength: 300 }), anyText, fc.json()).map((bytes) => Buffer.from(bytes as string)),
    status: fc.integer({ min: 200, max: 599 }),
  })
  .map((change) => delivery({ ...change, verified: change.verdict === 'verified' }));

test('any delivery is the same after a line', () => {
  fc.assert(
    fc.property(anyDelivery, (one) => {
      const line = toLine(one);
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(fromLine(line)).toEqual(one);
    }),
  );
});

test('no line and no piece of one is believed to be verified unless it says so twice', () => {
  const line = toLine(delivery());
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.nat(line.length - 2).map((end) => line.slice(0, end)),
      ),
      (text) => {
        expect(fromLine(text)).toBeUndefined();
      },
    ),
  );
  expect(fromLine(line.replace('"verified":true', '"verified":false'))?.verified).toBe(false);
  expect(fromLine(line.replace('"verdict":"verified"', '"verdict":"mismatch"'))?.verified).toBe(false);
});

test('what was appended is read in order, from either end, whatever the sizes of lines and files', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(400_000), { maxLength: 12 }),
      fc.integer({ min: 1, max: 800_000 }),
      async (sizes, maxBytes) => {
        const journal = createJournal({ folder: folder(), maxBytes, keep: 100 });
        const written = sizes.map((size) => delivery({ body: Buffer.alloc(size, 'ä') }));
        for (const one of written) await journal.append(one);
        await journal.close();
        expect(ids(await all(journal))).toEqual(ids(written));
        expect(ids(await all(journal, { order: 'newest-first' }))).toEqual(ids(written).reverse());
      },
    ),
    { numRuns: 15 },
  );
});

test('a tail torn anywhere costs that delivery only, also when more is appended', async () => {
  const place = folder();
  const journal = createJournal({ folder: place });
  const [first, second, third] = [delivery(), delivery(), delivery()];
  await journal.append(first);
  await journal.append(second);
  await journal.close();
  const whole = readFileSync(journal.path);
  const cut = toLine(first).length;
  for (const end of [cut + 1, cut + 10, whole.length - 2]) {
    writeFileSync(journal.path, whole);
    truncateSync(journal.path, end);
    expect(ids(await all(journal))).toEqual(ids([first]));
    expect(ids(await all(journal, { order: 'newest-first' }))).toEqual(ids([first]));
    const next = createJournal({ folder: place });
    await next.append(third);
    await next.close();
    expect(ids(await all(journal))).toEqual(ids([first, third]));
  }
});

test('files are put aside by size, so many are kept, and they are read as one', async () => {
  const place = folder();
  const journal = createJournal({ folder: place, maxBytes: 5000, keep: 2 });
  const written: Delivery[] = [];
  for (let index = 0; index < 40; index += 1) {
    written.push(delivery());
    await journal.append(written.at(-1)!);
  }
  await journal.close();
  expect(readdirSync(place)).toHaveLength(3);
  const kept = ids(await all(journal));
  expect(kept.length).toBeGreaterThan(5);
  expect(kept).toEqual(ids(written).slice(-kept.length));
});

test('the file is its owner only, and so is the folder; links are refused', async () => {
  const place = join(folder(), 'a', 'b');
  const journal = createJournal({ folder: place });
  expect(await all(journal)).toEqual([]);
  await journal.append(delivery());
  await journal.close();
  expect(statSync(journal.path).mode & 0o777).toBe(0o600);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  const linked = folder();
  writeFileSync(join(linked, 'elsewhere'), '');
  symlinkSync(join(linked, 'elsewhere'), join(linked, 'deliveries.ndjson'));
  await expect(createJournal({ folder: linked }).append(delivery())).rejects.toMatchObject({ exit: 2 });
  const taken = folder();
  mkdirSync(join(taken, 'deliveries.ndjson'));
  await expect(createJournal({ folder: taken }).append(delivery())).rejects.toMatchObject({ exit: 2 });
});

test('queries choose by what and when, and take so many', async () => {
  const journal = createJournal({ folder: folder() });
  const old = delivery({ at: '2026-01-01T00:00:00.000Z' });
  const bad = delivery({ verified: false, verdict: 'mismatch', cause: 'mismatch', reason: 'x' });
  const recent = [delivery(), delivery()];
  for (const one of [old, bad, ...recent]) await journal.append(one);
  await journal.close();
  expect(ids(await all(journal, { where: ({ verified }) => !verified }))).toEqual([bad.id]);
  expect(ids(await all(journal, { since: new Date('2026-02-01') }))).toEqual(ids([bad, ...recent]));
  expect(ids(await all(journal, { order: 'newest-first', limit: 1 }))).toEqual([recent[1]!.id]);
  expect((await all(journal))[1]).toEqual(bad);
});

test('a delivery is found by its id or what only it begins with', async () => {
  const journal = createJournal({ folder: folder() });
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

test('following shows what is appended from then on, across files', async () => {
  const place = folder();
  const [reader, writer] = [
    createJournal({ folder: place }),
    createJournal({ folder: place, maxBytes: 2000, keep: 50 }),
  ];
  await writer.append(delivery());
  const end = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    for await (const { id } of reader.follow(end.signal, undefined, 5)) {
      seen.push(id);
    }
  })();
  // Whatever the first look at the file is, this one is appended after it.
  const marker = delivery();
  while (seen.length === 0) {
    appendFileSync(writer.path, toLine(marker));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const written: Delivery[] = [];
  for (let index = 0; index < 20; index += 1) {
    written.push(delivery());
    await writer.append(written.at(-1)!);
    if (index % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 15));
  }
  const own = () => seen.filter((id) => id !== marker.id);
  while (own().length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
  end.abort();
  await following;
  await writer.close();
  expect(own()).toEqual(ids(written));
});

test('ids sort as they were made, within a millisecond too, and differ', () => {
  const make = createIds();
  const made = [...Array.from({ length: 70_000 }, () => make(1000)), make(999), make(5000)];
  expect(new Set(made).size).toBe(made.length);
  expect([...made].sort()).toEqual(made);
});

test('four processes append to one journal and put files aside, and no line is lost or torn', async () => {
  const place = folder();
  const path = await script(
    place,
    `const { createJournal } = require('./webhook.cjs');
     const [, , folder, name] = process.argv;
     const journal = createJournal({ folder, maxBytes: 100_000, keep: 1000 });
     const one = (index) => journal.append({ id: name + String(index).padStart(25, '0'), at: '2026-01-01T00:00:00.000Z', verified: true,
       verdict: 'verified', cause: null, reason: null, signedWith: 't', method: 'POST', path: '/', headers: [], status: 204, body: Buffer.alloc(index % 5000, 'x'), trigger: null, notification: null, marks: [] });
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

test('killed with SIGKILL under load, every delivery that was answered 204 is in the journal', async () => {
  const place = folder();
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
