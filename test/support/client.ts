import { Client } from '../../src/api/client/client.ts';
import { createTransport, defaultTimeouts, type Timeouts, type Transport } from '../../src/api/client/http.ts';
import { createTrace } from '../../src/api/client/trace.ts';
import { createSecrets } from '../../src/base/secrets.ts';
import { ValueOrigin } from '../../src/base/value-origin.ts';
import { onTestFinished } from './test-finished.ts';

export interface ClientOptions {
  /** Tokens by origin. */
  tokens?: Record<string, string>;
  retries?: number;
  timeouts?: Partial<Timeouts>;
  signal?: AbortSignal | undefined;
  transport?: Transport;
  /** Receives every line of the trace. */
  onLine?: (line: string) => void;
}

/** A client over real connections that is closed after the test; it does not retry by default. */
export function testClient(options: ClientOptions = {}): { client: Client; lines: string[] } {
  const { tokens = {}, retries = 0, timeouts, signal = new AbortController().signal, onLine } = options;
  const lines: string[] = [];
  const secrets = createSecrets();
  const transport = options.transport ?? createTransport({ ...defaultTimeouts, ...timeouts });
  onTestFinished(() => transport.close());
  const client = new Client({
    transport,
    tokenFor: async (origin) => {
      const value = tokens[origin];
      return value === undefined
        ? undefined
        : { value: secrets.remember(value), origin: new ValueOrigin('entered', '', 'the test') };
    },
    tokenHint: (origin) => `svc login ${origin}`,
    retries,
    trace: createTrace(
      true,
      (line) => {
        lines.push(line);
        onLine?.(line);
      },
      secrets,
    ),
    signal,
    now: () => new Date('2026-01-15T12:00:00Z'),
    shell: 'posix',
    dryRun: false,
    remember: secrets.remember,
    keep() {},
    waiting: () => ({ stop() {} }),
    retrying() {},
    userAgent: 'svc/test',
  });
  return { client, lines };
}

/** The error of a rejected promise. */
export async function failureOf(promise: Promise<unknown>): Promise<Error & { [detail: string]: unknown }> {
  const failed = Symbol('it did not fail');
  const error = await promise.then(
    () => failed,
    (reason: unknown) => reason,
  );
  if (error === failed) throw new Error('it did not fail');
  return error as Error & { [detail: string]: unknown };
}
