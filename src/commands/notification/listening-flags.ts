import type { Command } from 'commander';
import { z } from 'zod';
import { UsageError } from '../../errors.ts';
import { declarePlaceFlags, placeFlags } from '../listening/address-flags.ts';
import type { Described } from './rules.ts';

/** Flags of a configuration that leads to a listener of this very command. */
export const listeningFlags = z.object({ ...placeFlags.shape, listen: z.boolean().optional() });
export type Given = Described & z.infer<typeof listeningFlags> & { workspace?: string[] | undefined };

export function declareListeningFlags(create: Command): Command {
  const listen = create.option('--listen', 'receive here: listen, create it enabled with a new token, show what comes');
  return declarePlaceFlags(listen);
}

/** Refuses flags that say nothing together. @throws {UsageError} naming the flag */
export function refuseWithoutListening(given: Given): void {
  const [flag] = Object.keys(placeFlags.shape).filter((name) => given[name as keyof Given] !== undefined);
  if (flag === undefined) return;
  throw new UsageError(`--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} goes with --listen.`);
}
