import { jsonLine } from './json.ts';
import type { Rows } from './view.ts';

/**
 * Each body that rows came in once, in the order in which they come. A list with no rows has a body too: its rows are what
 * came in it, or the page that their iterator returns at its end is.
 */
export async function* bodies(
  rows: Rows<object>,
  bodyOf: (value: object) => Uint8Array | undefined,
): AsyncGenerator<Uint8Array> {
  let last = bodyOf(rows);
  if (last) yield last;
  let page: unknown;
  const toTheEnd = async function* () {
    page = yield* rows;
  };
  for await (const row of toTheEnd()) {
    // What no server sent, such as the answer to a deletion, is its own body.
    const body = bodyOf(row) ?? Buffer.from(jsonLine(row));
    if (body !== last) yield body;
    last = body;
  }
  if (last === undefined && typeof page === 'object' && page !== null) {
    const body = bodyOf(page);
    if (body) yield body;
  }
}
