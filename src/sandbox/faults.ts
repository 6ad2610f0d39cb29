import { STATUS_CODES } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod/mini';
import { type Dialect, documentReply, type Reply } from './reply.ts';
import { matches } from './router.ts';

/**
 * A rule for failing requests: the next `times` matching requests fail. `path` is a prefix of the full path or of the path below the
 * API's prefix, or the path of an endpoint with its placeholders. `status` replies with an error document, `html` and `empty` with an
 * invalid body. `reset` closes the connection and `hang` sends nothing, both before the request has an effect. `cut` and `stall`
 * process the request and send half of the reply.
 */
export const failRule = z
  .strictObject({
    method: z.optional(z.string().check(z.toUpperCase())),
    path: z._default(z.string().check(z.startsWith('/')), '/'),
    times: z._default(z.int().check(z.minimum(1)), 1),
    /** The number of matching requests that succeed before the first failure. */
    skip: z._default(z.int().check(z.minimum(0)), 0),
    kind: z._default(z.enum(['status', 'html', 'empty', 'reset', 'hang', 'cut', 'stall']), 'status'),
    status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
    retryAfter: z.optional(z.union([z.string(), z.pipe(z.number(), z.transform(String))])),
    /** The target of a redirect: a URL, or a path of this service. */
    location: z.optional(z.string().check(z.minLength(1))),
  })
  .check(
    z.refine(
      ({ location, status = 0 }) => location === undefined || (status >= 300 && status < 400),
      'location needs a status from 300 to 399',
    ),
  );
export type FailRule = z.input<typeof failRule>;
export type Fault = z.output<typeof failRule>;

/** The active fail rules, and the latency of every reply. */
export class Faults {
  readonly #rules: Fault[] = [];

  constructor(readonly latencyMs: number) {}

  /** @throws {z.core.$ZodError} for an invalid rule */
  add(rule: FailRule): Fault {
    const fault = failRule.parse(rule);
    this.#rules.push(fault);
    return { ...fault };
  }

  /** Returns the fault for a request, if a rule matches; counts the request for the oldest matching rule. */
  take(method: string, path: string): Fault | undefined {
    const at = this.#rules.findIndex((rule) => (rule.method ?? method) === method && pathMatches(rule.path, path));
    const rule = this.#rules[at];
    if (rule === undefined) return undefined;
    if (rule.skip > 0) {
      rule.skip -= 1;
      return undefined;
    }
    rule.times -= 1;
    if (rule.times === 0) this.#rules.splice(at, 1);
    return { ...rule };
  }

  async delay(): Promise<void> {
    if (this.latencyMs > 0) await wait(this.latencyMs, undefined, { ref: false });
  }
}

function pathMatches(pattern: string, path: string): boolean {
  const below = path.replace(/^\/api\/v2|^\/v[12]\/modules/, '');
  return [path, below].some((each) => each.startsWith(pattern) || matches(pattern.split('/'), each.split('/')));
}

/** Returns the reply of a fault; undefined for a fault that breaks the connection. */
export function faultReply({ kind, location, retryAfter, status }: Fault, dialect: Dialect): Reply | undefined {
  const headers = {
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    ...(location === undefined ? {} : { location }),
  };
  switch (kind) {
    case 'status': {
      const code = status ?? 503;
      const title = STATUS_CODES[code]?.toLowerCase() ?? 'fault on demand';
      const errors = dialect === 'platform' ? [{ status: String(code), title }] : [title];
      return documentReply(dialect, code, { errors }, headers);
    }
    case 'html': {
      const body =
        '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n';
      return { status: status ?? 502, headers: { 'content-type': 'text/html', ...headers }, body };
    }
    case 'empty':
      return { status: status ?? 200, headers, body: '' };
    default:
      return undefined;
  }
}
