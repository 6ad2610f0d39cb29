import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SvcError } from '../base/errors.ts';
import { answerHealthCheck } from '../base/http-server/health.ts';
import type { Classifier, Rejection } from './classify.ts';
import type { Connection, Connections } from './connections.ts';
import { type Answer, type Delivery, type HeaderPair, headerPairs, isAccepted, Latest } from './delivery.ts';
import { createBodyReader, noAnswer, plainAnswer, rejectUnread, sendAnswer } from './http-messages.ts';
import type { Counters, Limits, ListenerOptions } from './options.ts';
import { signatureLines } from './verify.ts';

export interface Queue {
  /** Returns whether a body of this size fits into a `share` of the queue (default: all of it). */
  hasRoom(size: number, share?: number): boolean;
  push(delivery: Delivery): void;
}

export interface RequestHandlerDeps {
  hooks: Pick<ListenerOptions, 'respond' | 'checkRecording' | 'onDelivery' | 'onAnswer' | 'onFault'>;
  classifier: Classifier;
  limits: Limits;
  counters: Counters;
  connections: Connections;
  queue: Queue;
  isClosing: () => boolean;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  connection: Connection;
  headers: HeaderPair[];
  waits: boolean;
}

type Respond = NonNullable<ListenerOptions['respond']>;

const unsigned = plainAnswer(401, 'The request has no signature.');
const unauthorized = plainAnswer(401, 'The signature does not match.');
const overloaded = plainAnswer(503, 'Too busy; try again.', [['retry-after', '1']]);
const unrecorded = plainAnswer(500, 'The delivery could not be recorded.');

/** Handles the requests of a listener, each from its head to its answer. */
export class RequestHandler {
  private readonly readBody: ReturnType<typeof createBodyReader>;
  private readonly patience = new AbortController();
  /** Id of the first accepted delivery by signature, to recognise a repetition. */
  private readonly accepted = new Latest<string>();
  private inFlight = 0;
  private whenSettled: (() => void)[] = [];

  constructor(private readonly deps: RequestHandlerDeps) {
    const { counters, limits } = deps;
    this.readBody = createBodyReader(limits, () => {
      counters.cutOff += 1;
    });
    // Each pending delivery adds a listener.
    setMaxListeners(0, this.patience.signal);
  }

  /** Handles a request; `waits` is true if the sender waits for "100 Continue" before it sends the body. */
  handle(request: IncomingMessage, response: ServerResponse, waits: boolean): void {
    const { classifier, connections } = this.deps;
    const connection = connections.of(request.socket);
    connection.hasRequest = true;
    const headers = headerPairs(request.rawHeaders);
    const exchange: Exchange = { request, response, connection, headers, waits };
    const rejection = classifier.rejectionOf(request, connection.open.size);
    connection.open.add(response);
    if (rejection === 'health-check') return void this.checkHealth(exchange);
    if (rejection) return void this.settle(exchange, this.reject(exchange, rejection));
    if (waits) response.writeContinue();
    this.readBody(request, (body) => {
      // A connection that does not speak HTTP was already counted.
      if (body === 'cut-off') {
        if (!connection.ending) connections.fail('body');
      } else if (body === 'too-large') void this.settle(exchange, this.reject(exchange, classifier.tooLarge));
      else void this.settle(exchange, this.accept(exchange, body));
    });
  }

  async settled(): Promise<void> {
    if (this.inFlight > 0) await new Promise<void>((resolve) => this.whenSettled.push(resolve));
  }

  /** Responds in place of receivers that have not responded yet. */
  giveUp(): void {
    this.patience.abort();
  }

  /** Responds to a health check, which is not counted, recorded or shown. */
  private checkHealth({ connection, response }: Exchange): void {
    this.deps.connections.touch(connection);
    response.once('close', () => connection.open.delete(response));
    answerHealthCheck(response, this.deps.isClosing());
  }

  /** Waits for a response to be sent. An internal error ends only the connection of its sender. */
  private async settle({ connection, response }: Exchange, handling: Promise<void>): Promise<void> {
    this.inFlight += 1;
    this.deps.connections.touch(connection);
    try {
      await handling;
    } catch (error) {
      this.deps.hooks.onFault?.(error);
      this.deps.counters.broken += 1;
      connection.socket.destroy();
    }
    connection.open.delete(response);
    this.inFlight -= 1;
    if (this.inFlight > 0) return;
    for (const settled of this.whenSettled) settled();
    this.whenSettled = [];
  }

  private async accept({ request, response, headers }: Exchange, body: Buffer): Promise<void> {
    const { classifier, hooks } = this.deps;
    const delivery = classifier.classify(request, headers, body);
    const ownAnswer = this.answerTo(delivery);
    let answer = ownAnswer;
    if (hooks.respond && ownAnswer !== overloaded && isAccepted(delivery))
      answer = (await this.answerOfReceiver(hooks.respond, delivery, headers)) ?? ownAnswer;
    const { failure, status } = answer;
    const signature = delivery.verified ? signatureLines(headers)[0]![1].toLowerCase() : '';
    const repeats = answer.repeats === undefined ? this.accepted.get(signature) : answer.repeats;
    const isForeign = answer !== ownAnswer && answer.body !== noAnswer.body && answer.body !== unrecorded.body;
    // Assign the fields: with a copy of each delivery, the listener handles a tenth fewer per second.
    if (isForeign && answer.body !== ownAnswer.body)
      Object.assign(delivery, { answer: classifier.answerText(answer.body) });
    if (status !== delivery.status || repeats !== undefined) Object.assign(delivery, { status, repeats, failure });
    const isFailed = await this.record(delivery);
    if (isFailed && answer === ownAnswer && ownAnswer.status < 300) answer = unrecorded;
    if (answer === unrecorded) Object.assign(delivery, { status: 500, isUnrecorded: true });
    if (!isFailed && delivery.verified && status < 300 && !this.accepted.has(signature))
      this.accepted.set(signature, delivery.id);
    this.show(delivery, answer !== overloaded);
    sendAnswer(response, answer, this.deps.isClosing());
  }

  private async reject({ request, response, headers, waits }: Exchange, rejection: Rejection): Promise<void> {
    const { allow, status, reason } = rejection;
    const delivery = this.deps.classifier.rejected(request, headers, rejection);
    await this.record(delivery);
    this.show(delivery, true);
    rejectUnread(request, response, plainAnswer(status, reason, allow ? [['allow', allow]] : []), waits);
  }

  private answerTo(delivery: Delivery): Answer {
    const { limits, queue } = this.deps;
    if (!isAccepted(delivery)) return delivery.verdict === 'missing' ? unsigned : unauthorized;
    if (limits.queue > 0 && !queue.hasRoom(delivery.body.length)) return overloaded;
    return plainAnswer(delivery.status);
  }

  /** Returns the response of the receiver; a 502 if it takes too long; undefined if it leaves the response to the listener. */
  private async answerOfReceiver(respond: Respond, delivery: Delivery, headers: HeaderPair[]) {
    try {
      this.deps.hooks.checkRecording?.(delivery);
    } catch {
      return unrecorded;
    }
    const { signal } = this.patience;
    try {
      return await unlessAborted(respond(delivery, headers, signal), signal);
    } catch (error) {
      if (!(error instanceof SvcError) && !signal.aborted) this.deps.hooks.onFault?.(error);
      return noAnswer;
    }
  }

  /** Passes a delivery to `onDelivery`, and marks it if it is not stored. Returns whether that failed. */
  private async record(delivery: Delivery): Promise<boolean> {
    try {
      if ((await this.deps.hooks.onDelivery?.(delivery)) === false) Object.assign(delivery, { isStored: false });
      return false;
    } catch {
      this.deps.counters.unrecorded += 1;
      Object.assign(delivery, { isStored: false });
      return true;
    }
  }

  /** Counts and queues a delivery; `hasPlace` is false for an accepted delivery that found the queue full. */
  private show(delivery: Delivery, hasPlace: boolean): void {
    const { counters, hooks, limits, queue } = this.deps;
    const { verdict, body } = delivery;
    counters[verdict] += 1;
    hooks.onAnswer?.(delivery);
    if (limits.queue === 0) return;
    // Rejected requests may fill half of the queue; the other half is for accepted deliveries.
    if (isAccepted(delivery) ? hasPlace : queue.hasRoom(body.length, 0.5)) queue.push(delivery);
    else counters.unseen += 1;
  }
}

function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', reject, { once: true });
    if (signal.aborted) reject();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', reject));
  });
}
