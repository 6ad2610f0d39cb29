import { type Line, lines } from '../settings/table.ts';
import { cell, page, table, tick } from './markdown.ts';

/** Variables that are not settings. */
const otherVariables: readonly [variables: string, meaning: string][] = [
  ['`SVC_TOKEN_<HOST>`, `SVC_TOKEN`, `TF_TOKEN_<host>`', 'tokens: see [tokens](cli.md#tokens)'],
  ['`SVC_CONFIG_DIR`', 'folder of the config file (default: `$XDG_CONFIG_HOME/svc`, else `~/.config/svc`)'],
  ['`XDG_CACHE_HOME`', 'folder of the cache; archives are cached in `svc/modules` below it (default: `~/.cache`)'],
  [
    '`XDG_STATE_HOME`',
    'folder of the journal; deliveries are stored in `svc/webhook` below it (default: `~/.local/state`)',
  ],
  [
    '`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`',
    'the proxy, also in lower case; `NO_PROXY` lists hosts, domains, ports, addresses and networks that are reached directly, as this machine always is',
  ],
  [
    '`GITHUB_ACTIONS`, `GITHUB_STEP_SUMMARY`',
    '`svc module download` writes annotations and a summary (default of `--annotate`)',
  ],
  ['`CI`', 'never prompt'],
];

/** docs/configuration.md: every setting, from the table that makes their flags. */
export function configurationPage(): string {
  const shown = Object.entries(lines).filter(([, { hidden }]) => !hidden);
  return page(
    [
      '# Configuration',
      `A flag overrides an environment variable, a variable overrides the profile, and the profile overrides the default. If a setting has several
variables, the first one that is set applies. Flags may come before or after the command.

\`svc config list --show-origin\` shows each value in force and its source. \`svc config set KEY VALUE\` stores a setting in the profile, if its
row says that a profile may store it. [Config file](cli.md#config-file) describes the file.`,
      '## Settings',
      table(
        ['flag', 'variable', 'config key', 'profile', 'default', 'meaning'],
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
      table(['variable', 'meaning'], otherVariables),
    ],
    'the table of settings',
  );
}

function defaultText({ default: value = '' }: Line): string {
  return typeof value === 'string' ? value : `${value.terminal} on a terminal, ${value.pipe} in a pipe`;
}

function meaning({ details, help, of }: Line): string {
  return [cell(help), details?.replaceAll('|', '\\|'), of && `Only for ${of}`].filter(Boolean).join('. ');
}
