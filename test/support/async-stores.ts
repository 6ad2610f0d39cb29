import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll } from 'vitest';

const entered = new Set<AsyncLocalStorage<unknown>>();

/**
 * Disables, after each file, the asynchronous stores that it entered. On Node 20 one that was entered, by prompts or by the
 * driver of the browser, makes every promise of the process two to three times slower until it is disabled.
 */
export function disableAsyncStores(): void {
  const { run } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...given: Parameters<typeof run>) {
    entered.add(this);
    return run.apply(this, given);
  } as typeof run;
  afterAll(() => {
    for (const store of entered) store.disable();
    entered.clear();
    AsyncLocalStorage.prototype.run = run;
  });
}
