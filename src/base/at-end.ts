/** Registers a function that closes something; `closing` calls the latest first. */
export type AtEnd = (close: (() => unknown) | undefined) => void;

/** Runs work and closes everything that it opened, the latest first. @throws the error of the work, else of the first failed close */
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
