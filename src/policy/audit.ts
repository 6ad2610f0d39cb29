import { matchesGlob } from '../base/glob.ts';
import type { Policy } from './policy.ts';
import { type CallFacts, type Level, type RuleName, ruleNames, rules } from './rules.ts';

/** A finding, as `-o json` shows it. */
export interface Finding {
  rule: RuleName;
  level: Level;
  /** Call path. */
  module: string;
  source: string;
  file: string;
  line: number;
  message: string;
}

/** What the rules of a policy find, by file and line; `accepted` counts what its exceptions accept. */
export function audit(
  calls: readonly CallFacts[],
  policy: Policy,
  now: Date,
): { findings: Finding[]; accepted: number } {
  const all = ruleNames.flatMap((rule) => calls.flatMap((facts) => findingsOf(rule, facts, { ...policy, now })));
  const today = now.toISOString().slice(0, 10);
  const findings = all.flatMap((finding): Finding[] => {
    const exceptions = (policy.exceptions ?? []).filter(
      ({ call = '*', rule, source = '*' }) =>
        rule === finding.rule && matchesGlob(call, finding.module) && matchesGlob(source, finding.source),
    );
    if (exceptions.some(({ until }) => until >= today)) return [];
    const ended = exceptions.map(({ reason, until }) => ` (the exception "${reason}" ended on ${until})`);
    return [{ ...finding, message: finding.message + ended.join('') }];
  });
  findings.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  return { findings, accepted: all.length - findings.length };
}

function findingsOf(rule: RuleName, facts: CallFacts, policy: Policy & { now: Date }): Finding[] {
  const { find, finds, level: own } = rules[rule];
  const level = policy.rules?.[rule] ?? own;
  const found = level !== 'off' && find(facts, policy);
  if (!found) return [];
  const all = Array.isArray(found) ? found : [{ text: found === true ? finds : found, at: undefined }];
  return all.map(({ at = facts.at, text }) => {
    const [, file = at, line = '1'] = /^(.*):(\d+)$/.exec(at) ?? [];
    return {
      rule,
      level: level || own,
      module: facts.module,
      source: facts.shown,
      file,
      line: Number(line),
      message: text,
    };
  });
}
