import { SvcError } from '../../src/base/errors.ts';

/** The error of the family that a function throws. */
export function thrown(act: () => unknown): SvcError {
  try {
    act();
  } catch (error) {
    if (error instanceof SvcError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
