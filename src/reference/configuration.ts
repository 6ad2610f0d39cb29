import { type Line, lines } from '../settings/table.ts';
import { cell, page, table, tick } from './markdown.ts';

/** Variables that are not settings. */
const otherVariables: readonly [variables: string, meaning: string][] = [
  ['`SVC_TOKEN_<HOST>`, `SVC_TOKEN`, `TF_TOKEN_<host>`', 'tokens: see [tokens](cli.md#tokens)'],
  ['`SVC_CONFIG_DIR`', 'the folder of the config file; without it `$XDG_CONFIG_HOME/svc`, else `~/.config/svc`'],
  ['`XDG_CACHE_HOME`', 'where archives are kept, below `svc/modules`'],
  [
    '`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`',
    'the proxy on the way, lower case too; `NO_PROXY` takes hosts, domains, ports, addresses and networks; this machine is always reached directly',
  ],
  [
    '`GITHUB_ACTIONS`, `GITHUB_STEP_SUMMARY`',
    'of `module download`: who is shown failures, and where the summary goes, unless `--annotate` says so',
  ],
];

/** docs/configuration.md: every setting, from the table that makes their flags. */
export function configurationPage(): string {
  const shown = Object.entries(lines).filter(([, { hidden }]) => !hidden);
  return page(
    [
      '# Configuration',
      `A flag goes before an environment variable, that before the profile, that before the default; of several variables the first
one goes before the others. Flags may be given before or after the command. \`svc config list --show-origin\` shows what is in
force and why; \`svc config set KEY VALUE\` stores in the profile what a profile may hold.`,
      '## Settings',
      table(
        ['flag', 'variable', 'config key', 'profile', 'default', 'what it does'],
        shown.map(([key, line]) => [
          tick(line.flag),
          (line.variables ?? []).map(tick).join(', '),
          line.profile ? tick(key) : '',
          line.profile ? 'yes' : 'no',
          cell(defaultText(line)),
          meaning(line),
        ]),
      ),
      '## Other variables',
      table(['variable', 'what it does'], otherVariables),
    ],
    'the table of settings',
  );
}

function defaultText({ default: value = '' }: Line): string {
  return typeof value === 'string' ? value : `${value.terminal} on a terminal, ${value.pipe} in a pipe`;
}

function meaning({ details, help, of }: Line): string {
  return [cell(help), details?.replaceAll('|', '\\|'), of && `A flag of ${of}`].filter(Boolean).join('. ');
}
