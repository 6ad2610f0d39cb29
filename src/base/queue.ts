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

/** Waits for all tasks and returns their results. If a task fails, still waits for the others: none stays in the background. */
export async function allEnded<Tasks extends readonly Promise<unknown>[] | []>(tasks: Tasks) {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
