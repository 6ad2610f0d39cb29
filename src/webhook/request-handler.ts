import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { plainAnswer, refuseUnread, sendAnswer } from './answer.ts';
import type { Judge, Refusal } from './classify.ts';
import type { Connection, Connections } from './connections.ts';
import { type Answer, type Delivery, type HeaderPair, headerPairs, isAccepted } from './delivery.ts';
import type { Counters, Limits, ListenerOptions } from './options.ts';
import type { Queue } from './queue.ts';
import { createReceiver } from './receive.ts';

export interface Intake {
  hooks: Pick<ListenerOptions, 'respond' | 'onDelivery' | 'onAnswer'>;
  judge: Judge;
  limits: Limits;
  counters: Counters;
  connections: Connections;
  queue: Queue<Delivery>;
  /** Whether answers should end their connections. */
  isClosing: () => boolean;
}

export interface Handler {
  /** `waits` says that the sender waits for a "100 Continue" before it sends the body. */
  (request: IncomingMessage, response: ServerResponse, waits?: boolean): void;
  /** Resolves once every request that was complete is answered, recorded and shown. */
  settled(): Promise<void>;
  /** Answers in place of whoever is still asked behind the listener. */
  giveUp(): void;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  connection: Connection;
  /** Its header lines, unmasked. */
  original: HeaderPair[];
  waits: boolean;
}

const unauthorized = plainAnswer(401, 'The signature does not hold.');
const overloaded = plainAnswer(503, 'Too busy; try again.', [['retry-after', '1']]);
const nobody = plainAnswer(502, 'Nobody answered behind the listener.');
const unrecorded = plainAnswer(500, 'The delivery could not be recorded.');

/** What happens to one request, from its head to its answer. */
export function createIntake({ hooks, judge, limits, counters, connections, queue, isClosing }: Intake): Handler {
  const { respond, onDelivery, onAnswer } = hooks;
  const receive = createReceiver(limits, () => {
    counters.cutOff += 1;
  });
  const patience = new AbortController();
  // Each delivery under way listens to it.
  setMaxListeners(0, patience.signal);
  let inFlight = 0;
  let whenSettled: (() => void)[] = [];

  async function take(exchange: Exchange, body: Buffer): Promise<void> {
    const { request, response, connection, original } = exchange;
    begin(exchange);
    try {
      let delivery = judge.judged(request, original, body);
      let answer = answerTo(delivery);
      if (answer === overloaded) delivery = { ...delivery, status: 503 };
      else if (respond && isAccepted(delivery)) {
        answer = (await untilGivenUp(respond(delivery, original, patience.signal))) ?? answer;
        if (answer.status !== delivery.status) delivery = { ...delivery, status: answer.status };
      }
      if (!(await isRecorded(delivery)) && answer.status < 300) {
        answer = unrecorded;
        delivery = { ...delivery, status: 500 };
      }
      show(delivery, answer !== overloaded);
      sendAnswer(response, answer, isClosing());
    } catch {
      lose(connection);
    }
    end(exchange);
  }

  /** What was answered behind the listener, or that nobody did. */
  function untilGivenUp(answering: Promise<Answer | undefined>): Promise<Answer | undefined> {
    const { signal } = patience;
    return new Promise((resolve) => {
      const giveUp = () => resolve(nobody);
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
      const done = () => signal.removeEventListener('abort', giveUp);
      answering.then(resolve, giveUp).finally(done);
    });
  }

  async function refuse(exchange: Exchange, refusal: Refusal): Promise<void> {
    const { request, response, connection, original, waits } = exchange;
    begin(exchange);
    try {
      const delivery = judge.refused(request, original, refusal);
      await isRecorded(delivery);
      show(delivery);
      const headers: HeaderPair[] = refusal.status === 405 ? [['allow', 'POST']] : [];
      refuseUnread(request, response, plainAnswer(refusal.status, refusal.reason, headers), waits);
    } catch {
      lose(connection);
    }
    end(exchange);
  }

  function answerTo(delivery: Delivery): Answer {
    if (!isAccepted(delivery)) return unauthorized;
    if (limits.queue > 0 && !queue.hasRoom(delivery.body.length)) return overloaded;
    return plainAnswer(delivery.status);
  }

  async function isRecorded(delivery: Delivery): Promise<boolean> {
    try {
      await onDelivery?.(delivery);
      return true;
    } catch {
      counters.unrecorded += 1;
      return false;
    }
  }

  /** `hasPlace` says whether the queue was asked for a place, and had one. */
  function show(delivery: Delivery, hasPlace = true): void {
    const { verdict, body } = delivery;
    if (verdict === 'verified' || verdict === 'unsigned' || verdict === 'refused') counters[verdict] += 1;
    else counters.badSignature += 1;
    onAnswer?.(delivery);
    if (limits.queue === 0) return;
    // Strangers may fill half of the queue; the rest is for what we accepted.
    if (isAccepted(delivery) ? hasPlace : queue.hasRoom(body.length, 0.5)) queue.push(delivery);
    else counters.unseen += 1;
  }

  function begin({ connection }: Exchange): void {
    inFlight += 1;
    connections.touch(connection);
  }

  function end({ connection, response }: Exchange): void {
    connection.open.delete(response);
    inFlight -= 1;
    if (inFlight > 0 || whenSettled.length === 0) return;
    for (const settled of whenSettled) settled();
    whenSettled = [];
  }

  /** Whatever goes wrong inside is ours; its sender loses the connection, and nobody else anything. */
  function lose(connection: Connection): void {
    counters.broken += 1;
    connection.socket.destroy();
  }

  function handle(request: IncomingMessage, response: ServerResponse, waits = false): void {
    const connection = connections.of(request.socket);
    const original = headerPairs(request.rawHeaders);
    const exchange: Exchange = { request, response, connection, original, waits };
    const refusal = judge.refusalOf(request, connection.open.size);
    connection.open.add(response);
    if (refusal) return void refuse(exchange, refusal);
    if (waits) response.writeContinue();
    receive(request, (received) => {
      // One that broke off because what came is no HTTP has been counted.
      if (received === 'cut-off') counters.broken += Number(!connection.ending);
      else if (received === 'too-large') void refuse(exchange, judge.tooLarge);
      else void take(exchange, received);
    });
  }

  function settled(): Promise<void> {
    return inFlight === 0 ? Promise.resolve() : new Promise((resolve) => whenSettled.push(resolve));
  }

  return Object.assign(handle, { settled, giveUp: () => patience.abort() });
}
