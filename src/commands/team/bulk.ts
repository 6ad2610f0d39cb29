import type { ServerProblem } from '../../errors.ts';
import { SvcError } from '../../errors.ts';

/** A name the server would not take, and why. */
export interface RefusedName {
  name: string;
  words: ServerProblem;
}

/** What became of many names. */
export interface Bulk {
  /** Taken by the server in this run. */
  taken: string[];
  /** As they should be before they were sent. */
  already: string[];
  refused: RefusedName[];
  /** What ended it before all were sent: not the fault of any name. */
  ended?: unknown;
}

/** How names are sent. */
export interface Sending {
  /** The most names in one request. */
  batch: number;
  send(names: readonly string[]): Promise<void>;
  /** Whether a refusal says that nothing had to be done. */
  isAlready(words: ServerProblem): boolean;
  /** Told after each request how many names are settled. */
  settled(count: number): void;
}

/** A batch is all or nothing: these say that something in it was wrong (413: that there was too much of it). */
const ofTheBatch = [400, 413, 422];

/**
 * Sends names in batches. Of a batch that is refused as a whole those go that the server points at; where it points at none the batch is
 * halved, until the names it refuses stand alone. What was taken is never sent again.
 */
export async function sendInBulk(
  names: readonly string[],
  { batch, send, isAlready, settled }: Sending,
): Promise<Bulk> {
  const bulk: Bulk = { taken: [], already: [], refused: [] };
  const refuse = (name: string, words: ServerProblem) => {
    if (isAlready(words)) bulk.already.push(name);
    else bulk.refused.push({ name, words });
  };
  const waiting: (readonly string[])[] = [];
  for (let at = 0; at < names.length; at += batch) waiting.push(names.slice(at, at + batch));
  waiting.reverse();
  for (let some = waiting.pop(); some !== undefined; some = waiting.pop()) {
    try {
      await send(some);
      bulk.taken.push(...some);
    } catch (error) {
      if (!(error instanceof SvcError) || !ofTheBatch.includes(error.status ?? 0)) return { ...bulk, ended: error };
      const [only = '', ...others] = some;
      const pointed = pointedAt(some, error.errors);
      if (others.length === 0) refuse(only, error.errors[0] ?? { detail: error.message });
      else if (pointed.size > 0) {
        for (const [name, words] of pointed) refuse(name, words);
        const rest = some.filter((name) => !pointed.has(name));
        if (rest.length > 0) waiting.push(rest);
      } else waiting.push(some.slice(some.length >> 1), some.slice(0, some.length >> 1));
    }
    settled(bulk.taken.length + bulk.already.length + bulk.refused.length);
  }
  return bulk;
}

/** The names that pointers such as `/data/3/id` lead to; none at all where some problem is not about a name. */
function pointedAt(names: readonly string[], problems: readonly ServerProblem[]): Map<string, ServerProblem> {
  const pointed = new Map<string, ServerProblem>();
  for (const words of problems) {
    const name = names[Number(/^\/data\/(\d+)(?:\/|$)/.exec(words.pointer ?? '')?.[1])];
    if (name === undefined) return new Map();
    if (!pointed.has(name)) pointed.set(name, words);
  }
  return pointed;
}
