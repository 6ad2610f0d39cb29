import { connect } from 'node:net';
import { jetstream, jetstreamManager, type StreamConfig } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { sign } from '../../../src/api/contract/signature.ts';
import { createIds } from '../../../src/base/sortable-ids.ts';
import { type Access, type Broker, openBroker } from '../../../src/webhooks/broker/connection.ts';
import { deadSubjectOf, messageHeaders, subjects, toMessage } from '../../../src/webhooks/broker/message.ts';
import type { Delivery, HeaderPair } from '../../../src/webhooks/delivery.ts';
import { createRecorder } from '../../../src/webhooks/recorder.ts';
import { type SampleTrigger, sampleBody } from '../../../src/webhooks/sample.ts';
import { onTestFinished } from '../../support/test-finished.ts';

export const token = 'the-token-of-the-stream';
const newId = createIds();

/** A connection that is closed after the test; `changes` has its reports. */
export async function opened(url: string, changes: string[] = [], access?: Access): Promise<Broker> {
  const { signal } = new AbortController();
  const onChange = (message: string) => void changes.push(message);
  const broker = await openBroker({
    servers: [new URL(url)],
    access,
    insecure: false,
    timeoutMs: 5000,
    signal,
    onChange,
  });
  onTestFinished(() => broker.close());
  return broker;
}

/** A stream for deliveries and dead letters, as `svc webhook stream create` makes it; deleted after the test. */
export async function withStream(broker: Broker, name: string, config: Partial<StreamConfig> = {}): Promise<string> {
  const { streams } = await jetstreamManager(broker.connection);
  await streams.add({ name, subjects: [subjects.deliveries, subjects.dead], ...config });
  onTestFinished(async () => void (await streams.delete(name).catch(() => undefined)));
  return name;
}

/** A delivery to publish, signed with `key`. */
export interface Publication {
  trigger?: SampleTrigger;
  key?: string;
  run?: string;
  id?: string;
  /** Publishes the copy that the readers of this name moved aside. */
  movedBy?: string;
  /** The bytes, in place of a sample. */
  bytes?: Buffer;
  /** Header lines of the message that are not from its request. */
  lines?: Readonly<Record<string, string>>;
}

/** A delivery as a publisher makes it, and the header lines of its request. */
export function received({ trigger = 'run:completed', key = token, run = 'run-1', id, bytes }: Publication = {}) {
  const body = bytes ?? sampleBody(trigger, { runId: run });
  const headers: HeaderPair[] = [
    ['Host', 'hooks.example.com'],
    ['X-Api-Key', 'a-secret-of-the-sender'],
    ['X-SVC-Notification-Signature', sign(body, key)],
  ];
  const at = new Date();
  const request = { id: id ?? newId(at.getTime()), at: at.toISOString(), method: 'POST', path: '/', headers, body };
  // The publisher had this token.
  return { delivery: createRecorder({ tokens: [{ name: 'x', value: key }] }).verify(request, 204), headers };
}

/** Publishes a delivery and returns it. */
export async function publish({ connection }: Broker, publication: Publication = {}): Promise<Delivery> {
  const { delivery, headers: lines } = received(publication);
  const message = toMessage(delivery, lines);
  const sent = headers();
  for (const [name, value] of message.headers) sent.append(name, value);
  const { lines: more = {}, movedBy } = publication;
  for (const [name, value] of Object.entries(more)) sent.set(name, value);
  if (movedBy) {
    sent.set(messageHeaders.reader, movedBy);
    sent.set(messageHeaders.duplicateId, `dead-${movedBy}-${delivery.id}`);
  }
  const subject = movedBy ? deadSubjectOf(message.subject) : message.subject;
  await jetstream(connection).publish(subject, message.payload, { headers: sent });
  return delivery;
}

/** Publishes bytes as headers of a message, which the library would reject. */
export async function publishRaw(port: number, subject: string, head: string, payload = 'x'): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port });
  const block = `NATS/1.0\r\n${head}\r\n\r\n`;
  const length = Buffer.byteLength(block);
  socket.write('CONNECT {"verbose":false,"headers":true,"protocol":1}\r\n');
  socket.write(`HPUB ${subject} ${length} ${length + payload.length}\r\n${block}${payload}\r\nPING\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('PONG')) resolve();
      if (text.includes('-ERR')) reject(new Error(text));
    });
    socket.once('error', reject);
  });
  socket.destroy();
}
