import { type Line, lines } from '../settings/table.ts';
import { cell, page, table, tick } from './markdown.ts';

/** Returns docs/configuration.md: all settings, from the table that defines their flags. */
export function configurationPage(): string {
  const shown = Object.entries(lines).filter(([, { hidden }]) => !hidden);
  return page(
    [
      '# Configuration',
      `A flag overrides an environment variable, a variable overrides the profile, and the profile overrides the default. If a setting has several
variables, the first one that is set applies. Flags may come before or after the command.

\`svc config list\` shows each value in force and, on a terminal or with \`--show-origin\`, its source. \`svc config set KEY VALUE\` stores a setting in the profile, if its
row says that a profile may store it. [Environment variables](reference/topic-environment.md) has all variables,
[tokens](reference/topic-authentication.md) which token applies, and [promises](trust.md#credentials-and-the-process) what protects the file.`,
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
