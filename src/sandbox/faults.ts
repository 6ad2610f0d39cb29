import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Dialect, documentReply, type Reply } from './reply.ts';
import { fits } from './router.ts';

/**
 * A fault on demand: the next `times` calls that match go wrong. `path` is the beginning of a path, in full or below the API's
 * prefix, or an endpoint's path with its placeholders. `status` answers with an error document; `html` and `empty` with a body no client wants;
 * `reset` closes the connection and `hang` says nothing, both before anything is done; `cut` and `stall` do what was asked and send half of the answer.
 */
export const failRule = z
  .strictObject({
    method: z.string().toUpperCase().optional(),
    path: z.string().startsWith('/').default('/'),
    times: z.int().min(1).default(1),
    /** Matching calls to let through first. */
    skip: z.int().min(0).default(0),
    kind: z.enum(['status', 'html', 'empty', 'reset', 'hang', 'cut', 'stall']).default('status'),
    status: z.int().min(200).max(599).optional(),
    /** Retry-After as it is to be sent: seconds or a date. */
    retryAfter: z.union([z.string(), z.number().transform(String)]).optional(),
    /** Where a redirect leads: a URL, or a path of this service. */
    location: z.string().min(1).optional(),
  })
  .refine(
    ({ location, status = 0 }) => location === undefined || (status >= 300 && status < 400),
    'a location goes with a status from 300 to 399',
  );
export type FailRule = z.input<typeof failRule>;
export type Fault = z.output<typeof failRule>;

/** The fail rules in force, and how long every answer is held back. */
export class Faults {
  readonly #rules: Fault[] = [];

  constructor(readonly latencyMs: number) {}

  /** Throws a ZodError for a rule that makes no sense. */
  add(rule: FailRule): Fault {
    const fault = failRule.parse(rule);
    this.#rules.push(fault);
    return { ...fault };
  }

  /** The fault for this call, counted down; the oldest matching rule comes first. */
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

function pathMatches(wanted: string, path: string): boolean {
  const below = path.replace(/^\/api\/v2|^\/v[12]\/modules/, '');
  return [path, below].some((each) => each.startsWith(wanted) || fits(wanted.split('/'), each.split('/')));
}

/** The answer of a fault that answers instead of the service; undefined for one that spoils the connection. */
export function faultReply({ kind, location, retryAfter, status }: Fault, dialect: Dialect): Reply | undefined {
  const headers = {
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    ...(location === undefined ? {} : { location }),
  };
  switch (kind) {
    case 'status': {
      const code = status ?? 503;
      const title = titles[code] ?? 'fault on demand';
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

const titles: Readonly<Record<number, string>> = {
  301: 'moved permanently',
  302: 'found',
  307: 'temporary redirect',
  429: 'too many requests',
  500: 'internal server error',
  502: 'bad gateway',
  503: 'service unavailable',
  504: 'gateway timeout',
};
