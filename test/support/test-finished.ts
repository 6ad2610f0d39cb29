import { AsyncLocalStorage } from 'node:async_hooks';
import { onTestFinished as afterCurrentTest, aroundEach, type TestContext } from 'vitest';

const concurrent = new AsyncLocalStorage<TestContext>();

/** Lets `onTestFinished` find the test that calls it, among those that run at the same time. */
export function separateConcurrentTests(): void {
  aroundEach((runTest, context) => (context.task.concurrent ? concurrent.run(context, runTest) : runTest()));
}

/** Releases the resources of a test when it ends. The hook of vitest knows one test only, the one that started last. */
export const onTestFinished: typeof afterCurrentTest = (...given) =>
  (concurrent.getStore()?.onTestFinished ?? afterCurrentTest)(...given);
