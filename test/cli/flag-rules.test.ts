import type { CommandUnknownOpts, Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { flagsNamed } from '../../src/cli/declare.ts';
import type { AnyAction, Rule } from '../../src/cli/verb.ts';
import { machine } from '../support/svc.ts';
import { verbs } from '../support/tree.ts';

const samples = ['1', '2h', 'x', 'all', 'http://127.0.0.1:1', 'trigger=run:completed', 'nats://127.0.0.1:1', 'slack'];

/** A flag as it may be typed, with a value that its parser accepts. */
function typed(option: Option): string[] {
  const name = option.long ?? option.flags;
  if (!option.required && !option.optional) return [name];
  const accepted = [...(option.argChoices ?? []), ...samples].find((value) => parses(option, value));
  if (accepted === undefined) throw new Error(`no sample fits ${name}`);
  return [name, accepted];
}

function parses({ parseArg }: Pick<Option, 'parseArg'>, value: string): boolean {
  try {
    parseArg?.(value, undefined);
    return true;
  } catch {
    return false;
  }
}

function flagNamed(verb: CommandUnknownOpts, attribute: string): Option {
  const found = verb.options.filter((option) => option.attributeName() === attribute);
  return found.find(({ negate }) => negate) ?? found[0]!;
}

const values = (verb: CommandUnknownOpts) =>
  verb.registeredArguments.flatMap((argument) =>
    argument.required ? [samples.find((value) => parses(argument, value)) ?? 'x'] : [],
  );
const mandatory = (verb: CommandUnknownOpts) => verb.options.filter((option) => option.mandatory).flatMap(typed);

const all = [...(await verbs())].map(([path, { action, command }]) => [path, command, action!] as const);
const pairs = all.flatMap(([path, verb]) =>
  verb.options.flatMap((one) =>
    (one as Option & { conflictsWith: string[] }).conflictsWith.map(
      (name) => [path, one.long!, flagNamed(verb, name).long!, verb] as const,
    ),
  ),
);
type Requirement = Extract<Rule, { required: unknown }>;
const requirementsOf = ({ rules = [] }: AnyAction) => rules.filter((rule) => 'required' in rule);

/** The flags of a rule; a heading stands for the flags below it that no other rule names. */
function flagsOf(rule: Requirement, verb: CommandUnknownOpts, others: readonly Requirement[]): string[] {
  const named = new Set(others.flatMap(({ flags, required }) => [...flags, ...(rule.flags === flags ? required : [])]));
  return rule.flags.flatMap((name) =>
    name.endsWith(':')
      ? flagsNamed(verb, [name]).flatMap((flag) => (named.has(flag.attributeName()) ? [] : flag.attributeName()))
      : name,
  );
}

const needing = all.flatMap(([path, verb, action]) =>
  requirementsOf(action).flatMap((each, _, every) =>
    flagsOf(each, verb, every).map((name) => {
      const { required } = each;
      const others = required.map((each) => flagNamed(verb, each).long).join(' or ');
      // Flags that the other rules of the flag require.
      const rest = requirementsOf(action).flatMap((rule) =>
        rule.required !== required && rule.flags.includes(name) ? typed(flagNamed(verb, rule.required[0]!)) : [],
      );
      return [path, flagNamed(verb, name).long!, others, verb, rest] as const;
    }),
  ),
);
const headings = all.flatMap(([path, verb, { rules = [] }]) =>
  rules
    .flatMap((rule) => ('required' in rule ? [...rule.flags, ...rule.required] : [rule.flag, ...rule.excluded]))
    .flatMap((name) => (name.endsWith(':') ? [[path, name, verb] as const] : [])),
);

describe('every declared rule of flags is checked before anything is sent', () => {
  test.each(pairs)('svc %s: %s cannot be used with %s', async (path, one, other, verb) => {
    const flags = [one, other].flatMap((long) => typed(verb.options.find((option) => option.long === long)!));
    const { code, stderr, stdout } = await (await machine()).svc([
      ...path.split(' '),
      ...values(verb),
      ...mandatory(verb),
      ...flags,
    ]);
    expect([code, stdout, stderr]).toEqual([2, '', `Error: ${one} cannot be used with ${other}.\n`]);
  });

  test.each(needing)('svc %s: %s requires %s', async (path, flag, others, verb, rest) => {
    const option = verb.options.find(({ long }) => long === flag)!;
    const { code, stderr, stdout } = await (await machine()).svc([
      ...path.split(' '),
      ...values(verb),
      ...mandatory(verb),
      ...typed(option),
      ...rest,
    ]);
    expect([code, stdout]).toEqual([2, '']);
    // The others may need the same, and be named instead.
    const given = [flag, ...rest].filter((word) => word.startsWith('--'));
    expect(given.map((each) => `Error: ${each} requires ${others}.`)).toContain(stderr.split('\n')[0]);
  });

  test.each(headings)('svc %s has flags below the heading %s that one of its rules names', (_path, heading, verb) => {
    expect(flagsNamed(verb, [heading])).not.toEqual([]);
  });

  test('the table contains more than 70 rules of flags', () => {
    expect([pairs.length > 40, needing.length > 30]).toEqual([true, true]);
  });
});

test.each([
  ['notification create --tls-cert a --tls-key b', '--tls-cert requires --listen.'],
  ['webhook listen --subscribe ci --tls-cert a --tls-key b', '--subscribe cannot be used with --tls-cert'],
])('svc %s is rejected, because the flags below the heading TLS belong to a listener', async (words, message) => {
  const { svc } = await machine();
  expect(await svc(words)).toExit(2, message);
});
