/** One problem of an error document, before it takes the form of either dialect. */
export interface Problem {
  title: string;
  detail?: string;
  /** JSON pointer into the request body. */
  pointer?: string;
}

/** A documented "no": thrown by handlers and checks, answered as the error document of the path's dialect. */
export class Refusal extends Error {
  readonly problems: readonly Problem[];

  constructor(
    readonly status: number,
    problems: Problem | Problem[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`refused with ${status}`);
    this.problems = [problems].flat();
  }
}

/** assumed: the wording of 401 and 404 (docs/protocol/conventions.md#error-objects). */
export const unauthorized = () => new Refusal(401, { title: 'unauthorized' });

/** For those who may see that it is there but not what it is; assumed: its wording (docs/protocol/conventions.md#error-objects). */
export const forbidden = (detail?: string) =>
  new Refusal(403, { title: 'forbidden', ...(detail === undefined ? {} : { detail }) });

/** Not there, or not the caller's to act on: the two are told apart nowhere (docs/protocol/conventions.md#access). */
export const notFound = () => new Refusal(404, { title: 'not found' });

/** A body that breaks a rule of the resource; `attribute` is its wire name (docs/protocol/conventions.md#error-objects). */
export const invalid = (attribute: string, detail: string) => invalidAt(`/data/attributes/${attribute}`, detail);

/** The same for any place of the body. */
export const invalidAt = (pointer: string, detail: string) => new Refusal(422, problemAt(pointer, detail));

export const problemAt = (pointer: string, detail: string): Problem => ({
  title: 'invalid attribute',
  detail,
  pointer,
});

/** A row that was looked for, or the 404 that says it is not there. */
export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound();
  return row;
}

/** The row of an id, or the 404. */
export function rowWithId<Row extends { id: string }>(rows: readonly Row[], id: string): Row {
  return found(rows.find((row) => row.id === id));
}
