import { withFlagName } from '../../base/parsers.ts';
import type { Environment } from '../../base/system/programs.ts';
import { ValueOrigin } from '../../base/value-origin.ts';
import { colourIn } from '../terminal/colour.ts';
import { type GlobalFlags, type Key, keys, type Line, lines, type ValueOf } from './table.ts';

/** A value and where it comes from, for messages. */
export interface Setting<Value> {
  value: Value;
  origin: ValueOrigin;
}

/** A setting that was given as text. Its value is parsed when it is read: an invalid text throws a UsageError that names its source. */
export interface Given<Value> extends Setting<Value> {
  text: string;
}

/** Returns a setting from the command line, by its own flag or an alias. An alias without a value precedes a flag with one. */
export function fromFlags<K extends Key>(key: K, flags: GlobalFlags): Given<ValueOf<K>> | undefined {
  const ways = keys.filter((each) => each === key || lines[each].means?.setting === key);
  for (const way of [...ways.filter(isSwitch), ...ways.filter((each) => !isSwitch(each))]) {
    const typed = typedFor(way, flags);
    if (typed === undefined) continue;
    const { as } = way === key ? {} : (lines[way].means ?? {});
    const value = (as ?? typed) as ValueOf<K>;
    const { show = String } = lines[key];
    return { value, text: show(value), origin: new ValueOrigin('flag', `--${as === undefined ? key : way}`) };
  }
  return undefined;
}

/** Returns the typed value of a setting: `--no-X` is `X: false`, its other values are those of `--X`. */
function typedFor(key: Key, flags: GlobalFlags): unknown {
  const attribute = key.replace(/^no-/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const typed = (flags as Record<string, unknown>)[attribute];
  if (key.startsWith('no-')) return typed === false || undefined;
  return typed === false ? undefined : typed;
}

function isSwitch(key: Key): boolean {
  return !lines[key].flag.includes('<');
}

/** Returns a setting from the environment; an empty variable counts as unset. */
export function fromVariables<K extends Key>(key: K, env: Environment): Given<ValueOf<K>> | undefined {
  const name = lines[key].variables?.find((each) => env[each]);
  const [text, from] = key === 'color' ? colourIn(env) : [name && env[name], name];
  return text && from ? fromText(key, text, new ValueOrigin('environment', from)) : undefined;
}

/** Returns a setting for a text, which is parsed when its value is read. */
export function fromText<K extends Key>(key: K, text: string, origin: ValueOrigin): Given<ValueOf<K>> {
  const source = origin.kind === 'environment' ? `the environment variable ${origin.name}` : `${key} of ${origin}`;
  return {
    text,
    origin,
    get value() {
      return withFlagName(source, () => parseSetting(key, text)) as ValueOf<K>;
    },
  };
}

/** Parses a text. For a switch, any text except `0` and `false` is true. */
export function parseSetting(key: Key, text: string): unknown {
  const { parse } = lines[key] as { parse?: (text: string) => unknown } & Line;
  if (parse) return parse(text);
  return isSwitch(key) ? text !== '0' && text !== 'false' : text;
}
