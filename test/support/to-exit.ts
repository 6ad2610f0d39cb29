import { expect } from 'vitest';

/** What a run of the program leaves: its exit code, and its messages. */
interface Ended {
  code: number;
  stderr: string;
}

declare module 'vitest' {
  interface Matchers<T> {
    /** The run ended with this code, and its messages have each of these texts. */
    toExit(code: number, ...said: (string | RegExp)[]): void;
  }
}

expect.extend({
  toExit({ code, stderr }: Ended, wanted: number, ...said: (string | RegExp)[]) {
    const missing = said.filter((text) => (typeof text === 'string' ? !stderr.includes(text) : !text.test(stderr)));
    return {
      pass: code === wanted && missing.length === 0,
      message: () =>
        `exit ${code} and stderr:\n${stderr}\nexpected: exit ${wanted}, and in stderr:\n${said.join('\n')}`,
    };
  },
});
