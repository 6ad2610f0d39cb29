import { ValueOrigin } from '../base/value-origin.ts';
import { type GlobalFlags, type Key, keys, type Line, lines } from './table.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A given setting: its text, its source for messages, and the value if a flag's parser has run. */
export interface Said {
  text: string;
  origin: ValueOrigin;
  value?: unknown;
}

/** A setting on the command line, by its own flag or an alias; a switch comes before a value. */
export function fromFlags(key: Key, flags: GlobalFlags): Said | undefined {
  const ways = keys.filter((each) => each === key || lines[each].means?.setting === key);
  for (const way of [...ways.filter(isSwitch), ...ways.filter((each) => !isSwitch(each))]) {
    const typed = typedFor(way, flags);
    if (typed === undefined) continue;
    const { as } = way === key ? {} : (lines[way].means ?? {});
    const value = as ?? typed;
    const { show = String } = lines[key];
    return { value, text: show(value), origin: new ValueOrigin('flag', `--${as === undefined ? key : way}`) };
  }
  return undefined;
}

/** `--no-X` is `X: false`, whose other values are those of `--X`. */
function typedFor(key: Key, flags: GlobalFlags): unknown {
  const attribute = key.replace(/^no-/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const typed = (flags as Record<string, unknown>)[attribute];
  if (key.startsWith('no-')) return typed === false || undefined;
  return typed === false ? undefined : typed;
}

function isSwitch(key: Key): boolean {
  return !lines[key].flag.includes('<');
}

/** A setting in the environment; an empty variable counts as unset. */
export function fromVariables(key: Key, env: Environment): Said | undefined {
  if (key === 'color') return colourFromVariables(env);
  const name = lines[key].variables?.find((each) => env[each]);
  return name === undefined ? undefined : { text: env[name] as string, origin: new ValueOrigin('environment', name) };
}

/** The variables that many programs share, in their usual order. */
function colourFromVariables({ NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE }: Environment): Said | undefined {
  const said = (text: string, name: string) => ({ text, origin: new ValueOrigin('environment', name) });
  if (NO_COLOR) return said('never', 'NO_COLOR');
  if (FORCE_COLOR && FORCE_COLOR !== '0') return said('always', 'FORCE_COLOR');
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return said('always', 'CLICOLOR_FORCE');
  return FORCE_COLOR === '0' ? said('never', 'FORCE_COLOR') : undefined;
}

/** The parsed value of a text; for a switch, anything but `0` and `false` is true. */
export function parsed(key: Key, text: string): unknown {
  const { parse } = lines[key] as { parse?: (text: string) => unknown } & Line;
  if (parse) return parse(text);
  return isSwitch(key) ? text !== '0' && text !== 'false' : text;
}
