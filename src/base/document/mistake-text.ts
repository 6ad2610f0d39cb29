import type { z } from 'zod/mini';
import { didYouMean } from '../nearest.ts';
import { joined } from '../text.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];
type MistakeText = { path: Path; text: string; isUnknownKey?: boolean };

export function mistakesOf(issue: Issue, content: unknown, jsonSchema: () => object): MistakeText[] {
  if (issue.code !== 'unrecognized_keys') {
    const text = textOf(issue, valueAt(content, issue.path));
    return [{ path: issue.path, text: text.endsWith('?') ? text : `${text}.` }];
  }
  const knownKeys = keysAt(issue.path, jsonSchema());
  const location = issue.path.length === 0 ? '' : ` in ${pathText(issue.path)}`;
  return issue.keys.map((key) => {
    const hint = didYouMean(key, knownKeys) ?? `The keys are ${joined(knownKeys)}.`;
    return { path: [...issue.path, key], text: `unknown key "${key}"${location}. ${hint}`, isUnknownKey: true };
  });
}

function textOf(issue: Issue, value: unknown): string {
  const subject = pathText(issue.path);
  if (value === undefined && issue.code !== 'custom') return `missing ${subject}`;
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String);
    const suggestion = typeof value === 'string' ? didYouMean(value, choices) : undefined;
    return `${subject} must be ${joined(choices, 'or')}${suggestion === undefined ? '' : `. ${suggestion}`}`;
  }
  if (issue.code === 'invalid_type' && /^Invalid input/.test(issue.message))
    return `${subject} must be ${nouns[issue.expected] ?? issue.expected}${cureOf(issue.expected, value)}`;
  if (issue.code === 'too_small') return `${subject} must not be empty`;
  return `${subject} ${issue.message}`.trim();
}

function cureOf(expected: string, value: unknown): string {
  if (expected === 'string') return /^(number|boolean)$/.test(typeof value) ? ': quote it' : '';
  if (typeof value !== 'string' || value.length > 60) return '';
  if (expected === 'boolean' && /^(yes|on|y|no|off|n|true|false)$/i.test(value))
    return `. YAML 1.2: write ${/^(yes|on|y|true)$/i.test(value)}`;
  return expected === 'array' ? `: write [${/^[\w-][\w.-]*$/.test(value) ? value : JSON.stringify(value)}]` : '';
}

const nouns: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
};

/** Formats a path: `notifications[0].url`. */
function pathText(path: Path): string {
  if (path.length === 0) return 'the document';
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}

function valueAt(content: unknown, path: Path): unknown {
  const below = (value: unknown, step: PropertyKey) =>
    (value as Record<PropertyKey, unknown> | undefined | null)?.[step];
  return path.reduce(below, content);
}

interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  additionalProperties?: Shape;
  anyOf?: Shape[];
}

const shapesIn = (shape: Shape): Shape[] => [shape, ...(shape.anyOf ?? []).flatMap(shapesIn)];

function keysAt(path: Path, schema: object): string[] {
  let at: Shape[] = [schema];
  for (const step of path) {
    const below = ({ additionalProperties, items, properties }: Shape) =>
      typeof step === 'number' ? items : (properties?.[String(step)] ?? additionalProperties);
    at = at.flatMap(shapesIn).flatMap((shape) => below(shape) ?? []);
  }
  const keys = at.flatMap(shapesIn).flatMap(({ properties }) => Object.keys(properties ?? {}));
  return keys.filter((key) => key !== '$schema');
}
