import type { OutputStream } from './io.ts';

export type ColourWhen = 'auto' | 'always' | 'never';
type Environment = Readonly<Record<string, string | undefined>>;

/** Text in a role, not in a colour: the roles are the whole palette. */
export interface Paint {
  heading(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  careful(text: string): string;
  bad(text: string): string;
}

const same = (text: string) => text;
const plain: Paint = { heading: same, faint: same, good: same, careful: same, bad: same };

/** Whether a stream gets colour: the flag first, then NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE, then whether it is a terminal. */
export function wantsColour(stream: OutputStream, env: Environment, when: ColourWhen = 'auto'): boolean {
  if (when !== 'auto') return when === 'always';
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR && env.FORCE_COLOR !== '0') return true;
  if (env.CLICOLOR_FORCE && env.CLICOLOR_FORCE !== '0') return true;
  return stream.isTTY === true && env.TERM !== 'dumb' && env.FORCE_COLOR !== '0';
}

/** The palette for one stream; chalk is loaded only where there is colour to give. */
export async function paintFor(coloured: boolean): Promise<Paint> {
  if (!coloured) return plain;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return { heading: chalk.bold, faint: chalk.dim, good: chalk.green, careful: chalk.yellow, bad: chalk.red };
}
