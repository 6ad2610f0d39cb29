/** What is closed at the end, the latest first. */
export type AtEnd = (close: (() => unknown) | undefined) => void;

/** Does work that opens things, and closes them when it ends, however it ends. */
export async function closing<Result>(work: (atEnd: AtEnd) => Promise<Result>): Promise<Result> {
  const closers: (() => unknown)[] = [];
  try {
    return await work((close) => void (close && closers.unshift(close)));
  } finally {
    for (const close of closers) await close();
  }
}
