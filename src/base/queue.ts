/** Runs tasks with a limit on concurrency. */
export function createQueue(most: number): <Value>(run: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** The results of all tasks. When one fails, the others have ended too, so that nothing goes on in the background. */
export async function allEnded<Tasks extends readonly Promise<unknown>[] | []>(tasks: Tasks) {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
