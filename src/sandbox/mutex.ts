const last = new WeakMap<object, Promise<unknown>>();

/** Runs asynchronous work on one row after all earlier work on the same row. */
export function inTurn<Result>(row: object, work: () => Promise<Result>): Promise<Result> {
  const result = (last.get(row) ?? Promise.resolve()).then(work);
  last.set(
    row,
    result.catch(() => {}),
  );
  return result;
}
