import { resolve } from 'node:path';
import { modules } from '../../api/contract/registry/modules.ts';
import { CheckFailedError } from '../../base/errors.ts';
import { jsonSchema } from '../../base/system/own-file.ts';
import { counted, firstOf, joined } from '../../base/text.ts';
import { columnsOf, type View } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import { githubAnnotation } from '../../cli/terminal/annotations.ts';
import { nonEmpty, Option, oneOf } from '../../cli/values.ts';
import { type Command, type FlagsOf, verb } from '../../cli/verb.ts';
import type { Sources } from '../../modules/lock/call-package.ts';
import type { Finding } from '../../modules/policy/audit.ts';
import { levels, type RuleName, ruleNames, rules } from '../../modules/policy/rules.ts';
import { annotateOption, annotatesGithub } from './annotate.ts';
import { configurationIn } from './configuration.ts';
import { cacheFor } from './fetch-flags.ts';
import { configurationFlags, dirsHelp, type Folder, foldersNotes, inFolders } from './folders.ts';
import { callIs } from './lock-view.ts';

const kinds = { error: 'error', warning: 'warning', note: 'notice' } as const;

const auditView: View<Finding> = {
  columns: columnsOf<Finding>('rule:whole file:whole line module message:prose level source'),
  table: [
    ...columnsOf<Finding>('level:state rule:whole'),
    { name: 'place', of: ({ file, line }) => `${file}:${line}`, fit: 'whole' },
    ...columnsOf<Finding>('module:whole message:prose'),
  ],
  report: async (format, rows) => (await import('../../modules/policy/reports.ts'))[format](rows),
};

export const audit = verb({
  words: 'audit',
  about: 'Check module calls against rules and a policy',
  text: `${callIs} Shows what the rules find in the module calls of a configuration and in the modules of its lock, each with file and line; docs/modules.md says
what each rule finds: lock, unread, unpinned, branch, http, host, namespace, outside, local-exec, remote-exec, external, moved, min-age, unverified,
deprecated, new-provider. svc.policy.yaml turns rules off, lists the allowed hosts and namespaces, sets min-age, and accepts findings with a reason until a day:
the nearest one from the folder up to the root of its repository, or that of --policy. --offline reads the lock and the cache, and names what it
cannot check. -o sarif prints SARIF 2.1.0 for GitHub, and -o codequality a Code Quality report for GitLab, with paths from the current folder: run
it at the root of the repository. In GitHub Actions, findings are annotated at their lines.

${foldersNotes}`,
  flags: (command: Command) => auditFlags(command).argument('[dir...]', dirsHelp),
  calls: [modules.versions, modules.show, modules.download],
  examples: [
    'svc module audit infra',
    'svc module lock infra && svc module audit infra --offline',
    'svc module audit --recursive -o sarif > modules.sarif',
    'svc module audit --schema > svc.policy.schema.json',
  ],
  async run(context, typed, dirs) {
    if (typed.schema) return context.output.document(jsonSchema('policy'));
    await inFolders(context, { ...typed, dirs }, auditView, (own, folder) => auditIn(own, typed, folder));
  },
});

function auditFlags(verb: Command) {
  return configurationFlags(verb)
    .option('--check', 'exit 8 if there is an error or a warning')
    .addOption(
      new Option(
        '--fail-on <level>',
        `exit 8 if there is a finding of this level or above: ${joined(levels, 'or')} (implies --check)`,
      )
        .argParser(oneOf(levels))
        .implies({ check: true }),
    )
    .option('--offline', 'use only the lock and the cache, without network access')
    .option('--policy <file>', 'policy (default: the nearest svc.policy.yaml)', nonEmpty)
    .option('--schema', 'print a JSON Schema of the policy and exit')
    .addOption(annotateOption('findings'));
}

async function auditIn(context: Context, typed: FlagsOf<typeof auditFlags>, { dir: typedDir, open }: Folder) {
  const { host, output } = context;
  const { check, failOn = 'warning', offline } = typed;
  const { dir, locked, root, tool } = await configurationIn(context, typedDir, typed);
  const { audit } = await import('../../modules/policy/audit.ts');
  const { policyFor, repositoryOf } = await import('../../modules/policy/policy.ts');
  const policy = policyFor(dir, typed.policy && resolve(host.cwd, typed.policy), host.cwd);
  const repository = repositoryOf(dir);
  const cache = cacheFor({ cache: true, offline }, context);
  const settings = { cache, dir, offline, repository, cwd: host.cwd, lock: locked?.modules, policy, now: host.now() };
  const act = (sources: Sources) => audit(root, { ...settings, sources });
  const result = await open(context, 'Auditing modules', act, { cache, offline, tool });
  const { accepted, calls, findings: rows, unseen } = result;
  const isUnasked = (name: RuleName) => rules[name].needs === 'registry' && policy.rules?.[name] !== 'off';
  const unchecked = [
    offline && ` without a registry: ${ruleNames.filter(isUnasked).join(', ')}.`,
    unseen.length > 0 && `: the files of ${firstOf(unseen)}, which are not in the lock or not cached.`,
    repository === undefined && ' without a git repository: outside.',
  ];
  for (const why of unchecked) if (why) output.warn(`Not checked${why}`);
  for (const { file, level, line, message, module, rule } of annotatesGithub(typed.annotate, host.env) ? rows : []) {
    const place = { title: `svc module audit: ${rule}`, kind: kinds[level], file, line };
    host.stderr.write(githubAnnotation(place, `module ${module}: ${message}`));
  }
  const also = accepted > 0 ? `, and ${counted(accepted, 'finding')} that the policy accepts` : '';
  const note = `${counted(rows.length, 'finding')} in ${counted(calls, 'module call')}${also} (${policy.file ?? 'no policy'}).`;
  const failing = rows.filter(({ level }) => levels.indexOf(level) <= levels.indexOf(failOn));
  const error = check && failing.length > 0 ? new CheckFailedError(note) : undefined;
  return {
    note: error ? undefined : note,
    state: rows.length > 0 ? 'careful' : 'good',
    rows,
    empty: note,
    error,
  } as const;
}
