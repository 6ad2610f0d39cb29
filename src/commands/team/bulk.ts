import type { ServerProblem } from '../../base/errors.ts';
import { SvcError } from '../../base/errors.ts';

/** A name that the server rejected, and why. */
export interface RejectedName {
  name: string;
  problem: ServerProblem;
}

/** The result of a bulk change. */
export interface BulkResult {
  /** Changed in this run. */
  changed: string[];
  /** Already as requested. */
  unchanged: string[];
  rejected: RejectedName[];
  /** The error that stopped it before all names were sent, and that is about no single name. */
  stopped?: unknown;
}

/** How names are sent. */
export interface Sending {
  /** The most names in one request. */
  batch: number;
  send(names: readonly string[]): Promise<void>;
  /** Whether a rejection means that the name was already as requested. */
  isUnchanged(problem: ServerProblem): boolean;
  /** Called after each request with the number of names that have a result. */
  settled(count: number): void;
}

/** A batch is all or nothing: the statuses that reject something in it (413: its size). */
const batchRejections = [400, 413, 422];

/**
 * Sends names in batches. From a rejected batch, the names that the server points at are removed; if it points at none, the batch is
 * halved until each rejected name is alone. A changed name is never sent again.
 */
export async function sendInBulk(
  names: readonly string[],
  { batch, send, isUnchanged, settled }: Sending,
): Promise<BulkResult> {
  const result: BulkResult = { changed: [], unchanged: [], rejected: [] };
  const reject = (name: string, problem: ServerProblem) => {
    if (isUnchanged(problem)) result.unchanged.push(name);
    else result.rejected.push({ name, problem });
  };
  const waiting: (readonly string[])[] = [];
  for (let at = 0; at < names.length; at += batch) waiting.push(names.slice(at, at + batch));
  waiting.reverse();
  for (let some = waiting.pop(); some !== undefined; some = waiting.pop()) {
    try {
      await send(some);
      result.changed.push(...some);
    } catch (error) {
      if (!(error instanceof SvcError) || !batchRejections.includes(error.status ?? 0))
        return { ...result, stopped: error };
      const [only = '', ...others] = some;
      const pointed = pointedAt(some, error.errors);
      if (others.length === 0) reject(only, error.errors[0] ?? { detail: error.message });
      else if (pointed.size > 0) {
        for (const [name, problem] of pointed) reject(name, problem);
        const rest = some.filter((name) => !pointed.has(name));
        if (rest.length > 0) waiting.push(rest);
      } else waiting.push(some.slice(some.length >> 1), some.slice(0, some.length >> 1));
    }
    settled(result.changed.length + result.unchanged.length + result.rejected.length);
  }
  return result;
}

/** The names that pointers such as `/data/3/id` refer to; none if any problem is not about a name. */
function pointedAt(names: readonly string[], problems: readonly ServerProblem[]): Map<string, ServerProblem> {
  const pointed = new Map<string, ServerProblem>();
  for (const problem of problems) {
    const name = names[Number(/^\/data\/(\d+)(?:\/|$)/.exec(problem.pointer ?? '')?.[1])];
    if (name === undefined) return new Map();
    if (!pointed.has(name)) pointed.set(name, problem);
  }
  return pointed;
}
