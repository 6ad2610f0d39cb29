import { expect } from 'vitest';

/** The result of a run of the program: its exit code and its messages. */
interface Ended {
  code: number;
  stderr: string;
  stdout?: string;
}

declare module 'vitest' {
  interface Matchers<T> {
    /** The run ended with this code, and its messages have each of these texts. */
    toExit(code: number, ...said: (string | RegExp)[]): void;
    /** Expects the exit code and the messages, and an empty stdout. */
    toFail(code: number, ...said: (string | RegExp)[]): void;
  }
}

function ended({ code, stderr, stdout = '' }: Ended, wanted: number, said: (string | RegExp)[]) {
  const isSaid = (text: string | RegExp) => (typeof text === 'string' ? stderr.includes(text) : text.test(stderr));
  return {
    pass: code === wanted && said.every(isSaid),
    message: () => `exit ${code}, stdout:\n${stdout}\nstderr:\n${stderr}\nexpected: exit ${wanted}, ${said.join(', ')}`,
  };
}

expect.extend({
  toExit: (run: Ended, code: number, ...said: (string | RegExp)[]) => ended(run, code, said),
  toFail(run: Ended, code: number, ...said: (string | RegExp)[]) {
    const { message, pass } = ended(run, code, said);
    return { message, pass: pass && run.stdout === '' };
  },
});
