import { UsageError } from '../base/errors.ts';
import { jsonIn } from '../base/json.ts';
import { isSecretField } from '../base/secrets.ts';
import type { Resource } from '../platform/resources/resource.ts';
import { Option } from './values.ts';

type Reference = { type: string; id: string };
type Fields = Resource['fields'];

/** The attributes and relationships that `--set` adds to a request body. */
interface ExtraFields {
  attributes: Record<string, unknown>;
  relationships: Record<string, { data: Reference | Reference[] | null }>;
}

const setHelp = 'set a field that has no flag: key=text, key:=json, relationships.NAME=id,id';

/** Collects the values of a repeatable flag. */
export function collect(value: string, others: string[] | undefined): string[] {
  return [...(others ?? []), value];
}

/** The heading that help shows last. */
export const extraGroup = 'Other attributes:';

export function setFlag() {
  return new Option('--set <key=value>', `${setHelp}; repeatable`).argParser(collect).helpGroup(extraGroup);
}

/** Declares `--strict`, which makes an ignored attribute a failure. */
export function strictFlag() {
  return new Option('--strict', 'exit 8 when the service ignores an attribute').helpGroup(extraGroup);
}

/**
 * Reads `key=text`, `key:=json` and `relationships.NAME=id,id`.
 * @param fields the fields of the resource; for a relationship that is not one of them, its name is the type
 * @throws {UsageError} for any other form
 */
export function parseSet(settings: readonly string[] = [], fields: Fields = {}): ExtraFields {
  const extra: ExtraFields = { attributes: {}, relationships: {} };
  for (const setting of settings) {
    const [, key = '', json, text = ''] = /^([^=:]+)(:)?=(.*)$/s.exec(setting) ?? [];
    if (key === '' || key === '__proto__') {
      throw new UsageError(`--set: "${setting}" is not key=value.`, { hint: `Use ${setHelp.split(': ')[1]}.` });
    }
    const relationship = /^relationships\.(.+)$/.exec(key)?.[1];
    if (relationship) {
      const { single, to: type = relationship } = fields[relationship] ?? {};
      const references = text.split(',').flatMap((id) => (id === '' ? [] : { type, id }));
      extra.relationships[relationship] = { data: single ? (references[0] ?? null) : references };
    } else {
      extra.attributes[key] = json ? jsonOf('--set', key, text) : text;
    }
  }
  return extra;
}

/** Returns the attributes that flags set, by field name; an attribute with `--clear-` is null. */
export function attributesOf(
  flags: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  const values = names.map((name) => [name, flags[camelCase(`clear-${name}`)] ? null : flags[camelCase(name)]]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns whether `--set` names an attribute. */
export function hasExtra(settings: readonly string[] | undefined, attribute: string): boolean {
  return attribute in parseSet(settings).attributes;
}

/** Adds the attributes and relationships of `--set` to those of a write. They override defaults. */
export function withExtra<Attributes extends object>(
  attributes: Attributes,
  settings: readonly string[] | undefined,
  fields?: Fields,
): { attributes: Attributes; relationships?: ExtraFields['relationships'] } {
  const extra = parseSet(settings, fields);
  const merged = { attributes: { ...attributes, ...extra.attributes } };
  return Object.keys(extra.relationships).length > 0 ? { ...merged, relationships: extra.relationships } : merged;
}

/** Parses the value of `key:=json`. @throws {UsageError} naming the flag */
export function jsonOf(flag: string, key: string, text: string): unknown {
  const value = jsonIn(text);
  if (value !== undefined) return value;
  throw new UsageError(`${flag}: the value of ${key}:= is not valid JSON.`, {
    hint: 'Use key=text for text, key:=json for JSON.',
  });
}

/** @throws {UsageError} for a secret on the command line */
export function rejectSecretSettings(settings: readonly string[] | undefined, hint: string): void {
  const secret = Object.keys(parseSet(settings).attributes).find(isSecretField);
  if (secret === undefined) return;
  throw new UsageError(`--set: ${secret} is a secret, which others can read on a command line.`, { hint });
}
