import { SvcError } from '../../errors.ts';

/** The outcome of a check. */
export type Status = 'ok' | 'warning' | 'failed' | 'skipped';

/** What a check found: one sentence or fact, and what to type to mend it. */
export interface Finding {
  status: Status;
  detail: string;
  fix?: string | undefined;
}

/** A finding of `svc doctor`, as printed. */
export interface Result {
  name: string;
  status: Status;
  detail: string;
  fix: string | null;
}

export const ok = (detail: string): Finding => ({ status: 'ok', detail });
export const warning = (detail: string, fix: string): Finding => ({ status: 'warning', detail, fix });
export const failed = (detail: string, fix: string | undefined): Finding => ({ status: 'failed', detail, fix });

/** Thrown by a check that cannot be made: something that it requires is missing, or another check has failed. */
export class Skipped extends Error {
  constructor(
    message: string,
    readonly fix?: string,
  ) {
    super(message);
  }
}

/** The result of a step, or {Skipped} if it failed: the check that is named reports the error. */
export async function after<Value>(check: string, step: Promise<Value>): Promise<Value> {
  return step.catch((error: unknown) => {
    throw error instanceof SvcError ? new Skipped(`Not checked: ${check} failed.`) : error;
  });
}
