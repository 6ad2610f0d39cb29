import { jsonLine } from './json.ts';

/** Each body that rows came in once, in the order in which they come; a list without rows has a body too. */
export async function* bodies(
  rows: AsyncIterable<object> | Iterable<object>,
  bodyOf: (value: object) => Uint8Array | undefined,
): AsyncGenerator<Uint8Array> {
  let last = bodyOf(rows);
  if (last) yield last;
  for await (const row of rows) {
    // What no server sent, such as the answer to a deletion, is its own body.
    const body = bodyOf(row) ?? Buffer.from(jsonLine(row));
    if (body !== last) yield body;
    last = body;
  }
}
