import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import type { Delivery } from '../../../src/webhooks/delivery.ts';
import { History } from '../../../src/webhooks/inspector/history.ts';
import { type InspectorOptions, openInspector } from '../../../src/webhooks/inspector/inspector.ts';
import { openListener } from '../../../src/webhooks/listener.ts';
import { onTestFinished } from '../../support/test-finished.ts';

export const key = 'the-key-of-the-hook';
export const header = 'x-svc-notification-signature';
export const signature = (body: string | Buffer, token = key) => createHmac('sha512', token).update(body).digest('hex');

/** A notification of a run; `more` are fields beside or instead of the usual ones. */
export const notification = (
  trigger: string,
  run = 'run-1',
  more: Record<string, unknown> = {},
  at: string | null = null,
) =>
  JSON.stringify({
    payload_version: 1,
    run_id: run,
    run_message: 'Widen the subnet',
    workspace_name: 'network',
    organization_name: 'acme',
    notifications: [{ message: 'Words', trigger, run_status: trigger.replace('run:', ''), run_updated_at: at }],
    ...more,
  });

/** Posts a body, signed unless another signature is given. */
export const deliver = async (url: string, body: string | Buffer, given: string | null = signature(body)) =>
  (
    await fetch(url, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(body)),
      headers: given === null ? {} : { [header]: given },
    })
  ).status;

/** A listener with a page, without a command around them; both go away with the test. */
export async function inspected(options: Partial<InspectorOptions> = {}, most?: number) {
  const history = new History(most);
  const listener = await openListener({
    tokens: [{ name: 'the test', value: key }],
    limits: { queue: 0 },
    onAnswer: (delivery: Delivery) => history.add(delivery),
  });
  const inspector = await openInspector({
    history,
    listener: listener.url,
    signs: true,
    store: {
      find: () => Promise.reject(new Error('not kept')),
      async *read() {},
    },
    replay: () => Promise.reject(new Error('not now')),
    destinationOf: (text) => new URL(text),
    ...options,
  });
  onTestFinished(async () => {
    await inspector.close();
    await listener.close();
  });
  return { history, listener, inspector };
}

/** The reply to a request with exactly these headers. */
export interface Reply {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Asks with whatever method, path and headers a browser would never let a page send. */
export function ask(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string | string[]>; body?: string } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      const done = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        // A stream of events has no end; its beginning is enough.
        if (!/event-stream/.test(String(response.headers['content-type']))) return;
        done();
        asking.destroy();
      });
      response.on('end', done).on('error', () => {});
    });
    asking.on('error', reject).end(body);
  });
}
