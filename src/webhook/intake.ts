import type { IncomingMessage, ServerResponse } from 'node:http';
import { plainAnswer, refuseUnread, sendAnswer } from './answer.ts';
import type { Connection, Connections } from './connections.ts';
import { type Answer, type Cause, type Delivery, type HeaderPair, isAccepted } from './delivery.ts';
import { readNotification } from './event.ts';
import { createIds } from './ids.ts';
import type { Limits } from './limits.ts';
import { createMasking, headerPairs } from './masking.ts';
import type { Counters, ListenerOptions } from './options.ts';
import type { Queue } from './queue.ts';
import { createReceiver } from './receive.ts';
import { type Diagnosis, signatureLines, verifySignature } from './verify.ts';

/** Bodies of refused deliveries above this are kept, not read: a stranger does not choose how long we parse. */
const readRefusedBytes = 64 * 1024;

export interface Intake {
  options: ListenerOptions & { path: string; status: number };
  limits: Limits;
  counters: Counters;
  connections: Connections;
  queue: Queue<Delivery>;
  diagnose: (body: Buffer, given: string) => Diagnosis;
  /** Whether answers should end their connections. */
  isClosing: () => boolean;
}

interface Refusal {
  status: number;
  cause: Cause;
  reason: string;
}

export interface Handler {
  (request: IncomingMessage, response: ServerResponse, waits?: boolean): void;
  /** Resolves once every request that was complete is answered, recorded and shown. */
  settled(): Promise<void>;
}

/** What happens to one request, from its head to its answer. `waits` says that its sender waits for a "100 Continue". */
export function createIntake({ options, limits, counters, connections, queue, diagnose, isClosing }: Intake): Handler {
  const { respond, onDelivery, tokens, allowUnsigned, now = () => new Date() } = options;
  const masking = createMasking([...tokens, ...(options.otherTokens ?? [])]);
  const newId = createIds(() => now().getTime());
  const receive = createReceiver(limits, () => {
    counters.cutOff += 1;
  });

  function refusalOf(request: IncomingMessage, connection: Connection): Refusal | undefined {
    const { method, rawHeaders, url = '/' } = request;
    if (connection.receiving + connection.answering > limits.pipelined) {
      return { status: 503, cause: 'overloaded', reason: 'Too many requests at once on one connection.' };
    }
    if (rawHeaders.length > limits.headerLines * 2) {
      return { status: 431, cause: 'too-many-headers', reason: `It has more than ${limits.headerLines} header lines.` };
    }
    const path = pathOf(url);
    if (path !== options.path) {
      return {
        status: 404,
        cause: 'path',
        reason: `It went to ${masking.path(path)}; deliveries are taken at ${options.path}.`,
      };
    }
    if (method !== 'POST') return { status: 405, cause: 'method', reason: `It is a ${method}; deliveries are POSTs.` };
    if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) return tooLarge;
    return undefined;
  }

  const tooLarge: Refusal = {
    status: 413,
    cause: 'too-large',
    reason: `Its body is larger than ${limits.bodyBytes} bytes.`,
  };

  function refusedDelivery(request: IncomingMessage, refusal: Refusal, headers: HeaderPair[]): Delivery {
    const { status, cause, reason } = refusal;
    const verdict = { verified: false, verdict: 'refused', cause, reason, signedWith: null } as const;
    const body = { body: Buffer.alloc(0), trigger: null, notification: null, marks: [] };
    return { ...arrival(request, headers), ...verdict, ...body, status };
  }

  function arrival(request: IncomingMessage, original: readonly HeaderPair[]) {
    return {
      id: newId(),
      at: now().toISOString(),
      method: request.method ?? '',
      path: masking.path(request.url ?? '/'),
      headers: masking.headers(original),
    };
  }

  function judge(request: IncomingMessage, original: readonly HeaderPair[], body: Buffer): Delivery {
    const proof = verifySignature(body, signatureLines(original), tokens, { allowUnsigned, diagnose });
    const accepted = isAccepted(proof);
    const reading =
      accepted || body.length <= readRefusedBytes
        ? readNotification(body)
        : { notification: null, trigger: null, marks: [] };
    return { ...arrival(request, original), ...proof, body, ...reading, status: accepted ? options.status : 401 };
  }

  /** Our own answer, or that of whoever answers for us. */
  async function settle(delivery: Delivery, original: readonly HeaderPair[]): Promise<[Delivery, Answer]> {
    if (!isAccepted(delivery)) return [delivery, plainAnswer(401, 'The signature does not hold.')];
    if (limits.queue > 0 && !queue.hasRoom(delivery.body.length)) {
      return [{ ...delivery, status: 503 }, plainAnswer(503, 'Too busy; try again.', [['retry-after', '1']])];
    }
    if (respond === undefined) return [delivery, plainAnswer(delivery.status)];
    const answer = await respond(delivery, original).catch(() =>
      plainAnswer(502, 'Nobody answered behind the listener.'),
    );
    return answer === undefined
      ? [delivery, plainAnswer(delivery.status)]
      : [{ ...delivery, status: answer.status }, answer];
  }

  /** Has a delivery recorded and shown; answers what is to be answered. */
  async function record(delivery: Delivery, answer: Answer): Promise<Answer> {
    let shown = delivery;
    let last = answer;
    try {
      await onDelivery?.(delivery);
    } catch {
      counters.unrecorded += 1;
      if (answer.status < 300) last = plainAnswer(500, 'The delivery could not be recorded.');
      shown = { ...delivery, status: last.status };
    }
    count(shown);
    return last;
  }

  function count(delivery: Delivery): void {
    const { verdict, body } = delivery;
    if (verdict === 'verified' || verdict === 'unsigned' || verdict === 'refused') counters[verdict] += 1;
    else counters.badSignature += 1;
    if (limits.queue === 0) return;
    // Strangers may fill half of the queue; the rest is for what we accepted.
    if (isAccepted(delivery) ? delivery.status !== 503 : queue.hasRoom(body.length, 0.5))
      queue.push(delivery, body.length);
    else counters.unseen += 1;
  }

  let inFlight = 0;
  let whenSettled: (() => void)[] = [];

  /** Whatever goes wrong inside is ours; its sender loses his connection, and nobody else anything. */
  async function attend(connection: Connection, work: () => Promise<void>): Promise<void> {
    inFlight += 1;
    connection.answering += 1;
    try {
      await work();
    } catch {
      counters.broken += 1;
      connection.socket.destroy();
    }
    connection.answering -= 1;
    inFlight -= 1;
    if (inFlight > 0) return;
    for (const settled of whenSettled) settled();
    whenSettled = [];
  }

  function handle(request: IncomingMessage, response: ServerResponse, waits = false): void {
    const connection = connections.of(request.socket);
    const original = headerPairs(request.rawHeaders);

    async function refuse(refusal: Refusal): Promise<void> {
      const words: HeaderPair[] = refusal.status === 405 ? [['allow', 'POST']] : [];
      await record(refusedDelivery(request, refusal, original), plainAnswer(refusal.status));
      refuseUnread(request, response, plainAnswer(refusal.status, refusal.reason, words), waits);
    }

    async function take(body: Buffer): Promise<void> {
      connections.touch(connection);
      const answer = await record(...(await settle(judge(request, original, body), original)));
      sendAnswer(response, answer, isClosing());
    }

    const refusal = refusalOf(request, connection);
    if (refusal) return void attend(connection, () => refuse(refusal));
    connection.receiving += 1;
    if (waits) response.writeContinue();
    receive(request, (received) => {
      connection.receiving -= 1;
      if (received === 'cut-off') counters.broken += 1;
      else void attend(connection, () => (received === 'too-large' ? refuse(tooLarge) : take(received)));
    });
  }

  function settled(): Promise<void> {
    return inFlight === 0 ? Promise.resolve() : new Promise((resolve) => whenSettled.push(resolve));
  }

  return Object.assign(handle, { settled });
}

/** The path of a request target, which may be a whole URL. */
function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  return path.split(/[?#]/, 1)[0] || '/';
}
