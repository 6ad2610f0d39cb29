import { uptime } from 'node:process';

/** Milliseconds of a clock that never jumps; only differences count. `performance.now()` would load ten modules of Node. */
export const monotonicMs = (): number => uptime() * 1000;
