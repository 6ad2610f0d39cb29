import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerHealthCheck } from '../http-server/health.ts';
import type { Classifier, Rejection } from './classify.ts';
import type { Connection, Connections } from './connections.ts';
import { type Answer, type Delivery, type HeaderPair, headerPairs, isAccepted } from './delivery.ts';
import { createBodyReader, plainAnswer, rejectUnread, sendAnswer } from './http-messages.ts';
import type { Counters, Limits, ListenerOptions } from './options.ts';

/** Where deliveries wait for the iteration over the listener. */
export interface Queue {
  /** Whether a body of this size has a place. `share` of the room is enough for less important ones. */
  hasRoom(size: number, share?: number): boolean;
  push(delivery: Delivery): void;
}

export interface RequestHandlerDeps {
  hooks: Pick<ListenerOptions, 'respond' | 'checkRecording' | 'onDelivery' | 'onAnswer'>;
  classifier: Classifier;
  limits: Limits;
  counters: Counters;
  connections: Connections;
  queue: Queue;
  /** Whether answers should end their connections. */
  isClosing: () => boolean;
}

export interface RequestHandler {
  /** `waits` says that the sender waits for a "100 Continue" before it sends the body. */
  handle(request: IncomingMessage, response: ServerResponse, waits: boolean): void;
  /** Resolves once every request that was complete is answered, recorded and shown. */
  settled(): Promise<void>;
  /** Answers in place of a receiver behind the listener that has not answered yet. */
  giveUp(): void;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  connection: Connection;
  /** The header lines of the request, unmasked. */
  headers: HeaderPair[];
  waits: boolean;
}

const unauthorized = plainAnswer(401, 'The signature does not match.');
const overloaded = plainAnswer(503, 'Too busy; try again.', [['retry-after', '1']]);
const noAnswer = plainAnswer(502, 'The receiver behind the listener did not respond.');
const unrecorded = plainAnswer(500, 'The delivery could not be recorded.');

/** Handles the requests of a listener, each from its head to its answer. */
export function createRequestHandler(deps: RequestHandlerDeps): RequestHandler {
  const { classifier, limits, counters, connections, queue, isClosing } = deps;
  const { respond, checkRecording, onDelivery, onAnswer } = deps.hooks;
  const readBody = createBodyReader(limits, () => {
    counters.cutOff += 1;
  });
  const patience = new AbortController();
  // Each delivery under way listens to it.
  setMaxListeners(0, patience.signal);
  let inFlight = 0;
  let whenSettled: (() => void)[] = [];

  function handle(request: IncomingMessage, response: ServerResponse, waits: boolean): void {
    const connection = connections.of(request.socket);
    const headers = headerPairs(request.rawHeaders);
    const exchange: Exchange = { request, response, connection, headers, waits };
    const rejection = classifier.rejectionOf(request, connection.open.size);
    connection.open.add(response);
    if (rejection === 'health-check') return void checkHealth(exchange);
    if (rejection) return void settle(exchange, reject(exchange, rejection));
    if (waits) response.writeContinue();
    readBody(request, (body) => {
      // A connection that no longer speaks HTTP has been counted.
      if (body === 'cut-off') counters.broken += Number(!connection.ending);
      else if (body === 'too-large') void settle(exchange, reject(exchange, classifier.tooLarge));
      else void settle(exchange, accept(exchange, body));
    });
  }

  /** A health check is neither counted nor recorded nor shown. */
  function checkHealth({ connection, response }: Exchange): void {
    connections.touch(connection);
    response.once('close', () => connection.open.delete(response));
    answerHealthCheck(response, isClosing());
  }

  /** An internal error costs only its own sender the connection. */
  async function settle({ connection, response }: Exchange, answering: Promise<void>): Promise<void> {
    inFlight += 1;
    connections.touch(connection);
    try {
      await answering;
    } catch {
      counters.broken += 1;
      connection.socket.destroy();
    }
    connection.open.delete(response);
    inFlight -= 1;
    if (inFlight > 0) return;
    for (const settled of whenSettled) settled();
    whenSettled = [];
  }

  async function accept({ request, response, headers }: Exchange, body: Buffer): Promise<void> {
    let delivery = classifier.classify(request, headers, body);
    const own = answerTo(delivery);
    let answer = own;
    if (own !== overloaded && respond && isAccepted(delivery)) {
      answer = canRecord(delivery)
        ? ((await untilGivenUp(respond(delivery, headers, patience.signal))) ?? own)
        : unrecorded;
    }
    const { repeats, status } = answer;
    if (status !== delivery.status || repeats !== undefined) delivery = { ...delivery, status, repeats };
    const { isFailed, isStored } = await record(delivery);
    if (isFailed && answer === own && own.status < 300) {
      answer = unrecorded;
      delivery = { ...delivery, status: 500 };
    }
    show({ ...delivery, isStored, ...(answer === unrecorded && { isUnrecorded: true }) }, answer !== overloaded);
    sendAnswer(response, answer, isClosing());
  }

  async function reject({ request, response, headers, waits }: Exchange, rejection: Rejection): Promise<void> {
    const { allow, status, reason } = rejection;
    const delivery = classifier.rejected(request, headers, rejection);
    const { isStored } = await record(delivery);
    show({ ...delivery, isStored }, true);
    rejectUnread(request, response, plainAnswer(status, reason, allow ? [['allow', allow]] : []), waits);
  }

  /** The answer of the receiver behind the listener, or a 502 without one. */
  function untilGivenUp(answering: Promise<Answer | undefined>): Promise<Answer | undefined> {
    const { signal } = patience;
    return new Promise((resolve) => {
      const giveUp = () => resolve(noAnswer);
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
      const done = () => signal.removeEventListener('abort', giveUp);
      answering.then(resolve, giveUp).finally(done);
    });
  }

  function answerTo(delivery: Delivery): Answer {
    if (!isAccepted(delivery)) return unauthorized;
    if (limits.queue > 0 && !queue.hasRoom(delivery.body.length)) return overloaded;
    return plainAnswer(delivery.status);
  }

  function canRecord(delivery: Delivery): boolean {
    try {
      checkRecording?.(delivery);
      return true;
    } catch {
      return false;
    }
  }

  async function record(delivery: Delivery): Promise<Pick<Delivery, 'isStored'> & { isFailed?: true }> {
    try {
      return (await onDelivery?.(delivery)) === false ? { isStored: false } : {};
    } catch {
      counters.unrecorded += 1;
      return { isStored: false, isFailed: true };
    }
  }

  /** `hasPlace` says whether the queue has a place for it, if it is accepted. */
  function show(delivery: Delivery, hasPlace: boolean): void {
    const { verdict, body } = delivery;
    if (verdict === 'verified' || verdict === 'unsigned' || verdict === 'refused') counters[verdict] += 1;
    else counters.badSignature += 1;
    onAnswer?.(delivery);
    if (limits.queue === 0) return;
    // Rejected requests may fill half of the queue; the rest is for accepted deliveries.
    if (isAccepted(delivery) ? hasPlace : queue.hasRoom(body.length, 0.5)) queue.push(delivery);
    else counters.unseen += 1;
  }

  return {
    handle,
    settled: () => (inFlight === 0 ? Promise.resolve() : new Promise((resolve) => whenSettled.push(resolve))),
    giveUp: () => patience.abort(),
  };
}
