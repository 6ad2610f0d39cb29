import { uptime } from 'node:process';
import { cancellation } from './errors.ts';

/** Returns the milliseconds of a clock that never jumps, to measure durations. `performance.now()` would load another part of Node. */
export const monotonicMs = (): number => uptime() * 1000;

/** Waits, unless the run is cancelled first. @throws {CancelledError} within 200 ms of the signal */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { setTimeout } = await import('node:timers/promises');
  await setTimeout(ms, undefined, { signal }).catch(() => {
    throw cancellation(signal);
  });
}
