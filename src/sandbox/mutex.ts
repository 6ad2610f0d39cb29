const last = new WeakMap<object, Promise<unknown>>();

/** Does work about one row after all earlier work about it, for work that waits in the middle. */
export function inTurn<Result>(row: object, work: () => Promise<Result>): Promise<Result> {
  const result = (last.get(row) ?? Promise.resolve()).then(work);
  last.set(
    row,
    result.catch(() => {}),
  );
  return result;
}
