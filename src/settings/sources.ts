import { type GlobalFlags, type Key, keys, type Line, lines } from './table.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A given setting: its text, its source for messages, and the value if a flag's parser has run. */
export interface Said {
  text: string;
  origin: string;
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
    return { value, text: show(value), origin: `flag --${as === undefined ? key : way}` };
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
  return name === undefined ? undefined : { text: env[name] as string, origin: `environment ${name}` };
}

/** The variables that many programs share, in their usual order. */
function colourFromVariables({ NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE }: Environment): Said | undefined {
  if (NO_COLOR) return { text: 'never', origin: 'environment NO_COLOR' };
  if (FORCE_COLOR && FORCE_COLOR !== '0') return { text: 'always', origin: 'environment FORCE_COLOR' };
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return { text: 'always', origin: 'environment CLICOLOR_FORCE' };
  return FORCE_COLOR === '0' ? { text: 'never', origin: 'environment FORCE_COLOR' } : undefined;
}

/** The parsed value of a text; for a switch, anything but `0` and `false` is true. */
export function parsed(key: Key, text: string): unknown {
  const { parse } = lines[key] as { parse?: (text: string) => unknown } & Line;
  if (parse) return parse(text);
  return isSwitch(key) ? text !== '0' && text !== 'false' : text;
}
