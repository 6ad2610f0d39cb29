/** The levels, the most serious first. */
export const levels = ['error', 'warning', 'note'] as const;
export type Level = (typeof levels)[number];

interface Rule {
  level: Level;
  needs: 'configuration' | 'lock' | 'modules' | 'registry';
  /** Describes the rule's findings; the message of a finding that has none of its own. */
  finds: string;
}

const rule = (level: Level, needs: Rule['needs'], finds: string): Rule => ({ level, needs, finds });

/** The rules of an audit; `checks.ts` applies them. */
export const rules = {
  lock: rule('error', 'lock', 'no lock, or a call that differs from the lock'),
  unread: rule('warning', 'configuration', 'a call or a package that svc cannot read, so nothing checks it'),
  unpinned: rule('warning', 'configuration', 'no version, ref=, checksum= or digest= pins the source'),
  branch: rule('warning', 'configuration', 'a ref= that is neither a version nor a commit'),
  http: rule('error', 'lock', 'plain http, in the source, its checksum file or the locked location'),
  host: rule('error', 'configuration', 'a host that hosts does not list'),
  namespace: rule('error', 'configuration', 'a namespace that namespaces does not list'),
  outside: rule('error', 'configuration', 'a local source outside the repository'),
  'local-exec': rule('warning', 'modules', 'a program that runs on the machine of terraform'),
  'remote-exec': rule('warning', 'modules', 'a program that runs on a new machine'),
  external: rule('warning', 'modules', 'a program that runs at each plan'),
  moved: rule('error', 'registry', 'a version tag that names another commit than the lock'),
  'min-age': rule('error', 'registry', 'a version younger than min-age, or of an unknown date'),
  unverified: rule('note', 'registry', 'a publisher that its registry calls unverified'),
  deprecated: rule('warning', 'registry', 'a deprecated version'),
  'new-provider': rule('note', 'registry', 'a provider that only the newest allowed version requires'),
};
export type RuleName = keyof typeof rules;
export const ruleNames = Object.keys(rules) as RuleName[];
