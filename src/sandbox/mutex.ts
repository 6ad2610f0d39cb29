const lastWork = new WeakMap<object, Promise<unknown>>();

/** Runs asynchronous work for an object after all earlier work for the same object. */
export function inTurn<Result>(row: object, work: () => Promise<Result>): Promise<Result> {
  const result = (lastWork.get(row) ?? Promise.resolve()).then(work);
  lastWork.set(
    row,
    result.catch(() => {}),
  );
  return result;
}
