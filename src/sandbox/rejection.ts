/** A problem of an error document, before it has the form of a dialect. */
export interface Problem {
  title: string;
  detail?: string | undefined;
  /** JSON pointer into the request body. */
  pointer?: string;
}

/** The rejection of a request, thrown by handlers and checks, sent as the error document of the path's dialect. */
export class Rejection extends Error {
  readonly problems: readonly Problem[];

  constructor(
    readonly status: number,
    problems: Problem | Problem[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`rejected with ${status}`);
    this.problems = [problems].flat();
  }
}

/** assumed: the wording of 401 and 404 (docs/protocol/conventions.md#error-objects). */
export const unauthorized = (headers?: Rejection['headers']) => new Rejection(401, { title: 'unauthorized' }, headers);

/** Returns the rejection for callers who may know that the resource exists. assumed: the wording (docs/protocol/conventions.md#error-objects). */
export const forbidden = (detail?: string) => new Rejection(403, { title: 'forbidden', detail });

/** Returns the rejection for a missing resource and for a caller without access, which get the same reply (docs/protocol/conventions.md#access). */
export const notFound = () => new Rejection(404, { title: 'not found' });

/** Returns the rejection of an attribute, by its wire name (docs/protocol/conventions.md#error-objects). */
export const invalid = (attribute: string, detail: string) => invalidAt(`/data/attributes/${attribute}`, detail);

/** Returns the rejection of a value anywhere in the body. */
export const invalidAt = (pointer: string, detail: string) => new Rejection(422, problemAt(pointer, detail));

export const problemAt = (pointer: string, detail: string): Problem => ({
  title: 'invalid attribute',
  detail,
  pointer,
});

/** @throws {Rejection} 422 with all problems, if there are any */
export function rejectAll(problems: Problem[]): void {
  if (problems.length > 0) throw new Rejection(422, problems);
}

/** @throws {Rejection} 404 for an undefined row */
export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound();
  return row;
}

/** Returns the row with an id. @throws {Rejection} 404 */
export function rowWithId<Row extends { id: string }>(rows: readonly Row[], id: string): Row {
  return found(rows.find((row) => row.id === id));
}
