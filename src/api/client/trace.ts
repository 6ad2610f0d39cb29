import { monotonicMs } from '../../base/clock.ts';
import { jsonIn } from '../../base/json.ts';
import { isSecretField, mask, maskFields, maskUrl, maskUrls, type Secrets } from '../../base/secrets.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import type { HeaderLine } from './headers.ts';
import type { HttpAnswer, HttpRequest, Transport } from './http.ts';

const maxBodyText = 20_000;

/** Shows every exchange as text, with secrets masked by name and by value. */
export interface Trace {
  request(request: Pick<HttpRequest, 'method' | 'url' | 'body'>, headers: readonly HeaderLine[]): void;
  answer(answer: Pick<HttpAnswer, 'status' | 'statusText'>, headers: readonly HeaderLine[], tookMs: number): void;
  body(text: string): void;
  /** Adds a line, or the result of a function, which is called only if the trace is enabled. */
  note(text: string | (() => string | undefined)): void;
}

const silent: Trace = { request() {}, answer() {}, body() {}, note() {} };

/** Returns a trace that writes lines, or does nothing unless `enabled`. */
export function createTrace(enabled: boolean, write: (line: string) => void, secrets: Secrets): Trace {
  if (!enabled) return silent;
  const line = (text: string) => write(secrets.hide(text));
  // Mask before cutting: no part of a secret may remain at the end.
  const shownBody = (text: string) => secrets.hide(maskedBody(text, secrets.isField)).slice(0, maxBodyText);
  const header = ([name, value]: HeaderLine) => `${name}: ${isSecretField(name) ? mask : maskUrls(value)}`;
  return {
    request({ method, url, body }, headers) {
      line(`> ${method} ${maskUrl(url)}`);
      for (const entry of headers) line(`> ${header(entry)}`);
      if (body !== undefined) line(`> ${shownBody(String(body))}`);
    },
    answer({ status, statusText }, headers, tookMs) {
      line(`< ${status} ${statusText} (${Math.round(tookMs)} ms)`);
      for (const entry of headers) line(`< ${header(entry)}`);
    },
    body(text) {
      if (text !== '') line(`< ${shownBody(text)}`);
    },
    note(text) {
      const note = typeof text === 'string' ? text : text();
      if (note !== undefined) line(`* ${note}`);
    },
  };
}

/** Sends a request, and traces it and its response. @throws {SvcError} as the transport does */
export async function sendTraced(
  { transport, trace }: { transport: Transport; trace?: Trace | undefined },
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  trace?.request(request, request.headers);
  const via = transport.via?.(request.url);
  if (via !== undefined) trace?.note(`through the proxy ${via}`);
  const began = monotonicMs();
  const answer = await transport.send(request, signal);
  trace?.answer(answer, answer.headers.lines(), monotonicMs() - began);
  return answer;
}

function maskedBody(text: string, isSecret: Secrets['isField']): string {
  const value = jsonIn(text);
  if (value === undefined) {
    const masked = text.replace(/"([^"]{1,100})"(\s*:\s*)"[^"]*"?/g, (pair, name: string, colon: string) =>
      isSecret(name) ? `"${name}"${colon}"${mask}"` : pair,
    );
    return maskUrls(masked);
  }
  return (
    unlessThrown(() => JSON.stringify(maskFields(value, isSecret))) ??
    `(${text.length} characters, nested too deeply to show)`
  );
}
