/** What is closed at the end, the latest first. */
export type AtEnd = (close: (() => unknown) | undefined) => void;

/** Does work that opens things, and closes all of them when it ends, however it ends. @throws the fault of the work, else the first of an end */
export async function closing<Result>(work: (atEnd: AtEnd) => Promise<Result>): Promise<Result> {
  const closers: (() => unknown)[] = [];
  const faults: unknown[] = [];
  const [done] = await Promise.allSettled([work((close) => void (close && closers.unshift(close)))]);
  for (const close of closers)
    await Promise.resolve()
      .then(close)
      .catch((fault: unknown) => faults.push(fault));
  if (done.status === 'rejected') throw done.reason;
  if (faults.length > 0) throw faults[0];
  return done.value;
}
