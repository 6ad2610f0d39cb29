type Environment = Readonly<Record<string, string | undefined>>;

/** What a profile may hold besides its token, in the order in which it is shown; each is spelled like its flag. */
export const settingKeys = [
  'address',
  'organization',
  'registry',
  'output',
  'timeout',
  'retries',
  'ca-file',
  'color',
  'tool',
] as const;
export const colours = ['auto', 'always', 'never'] as const;
export type SettingKey = (typeof settingKeys)[number];

/** The flags that settings can come from, as their parsers leave them; what was not typed is undefined. */
export interface SettingFlags {
  profile?: string | undefined;
  address?: string | undefined;
  organization?: string | undefined;
  registry?: string[] | undefined;
  insecureHttp?: boolean | undefined;
  output?: string | undefined;
  json?: boolean | undefined;
  jq?: string | undefined;
  timeout?: number | undefined;
  retries?: number | undefined;
  caFile?: string | undefined;
  color?: string | false | undefined;
}

/** A value as text, and the words that say where it comes from. */
interface Found {
  value: string;
  origin: string;
}

/** The registries in one text, with commas between them. */
export function registriesIn(text: string): string[] {
  return text.split(',').map((each) => each.trim());
}

/** What was typed for a setting. */
export function fromFlags(key: SettingKey, flags: SettingFlags): Found | undefined {
  switch (key) {
    case 'address':
    case 'organization':
      return found(flags[key], `flag --${key}`);
    case 'registry':
      return found(flags.registry?.join(','), 'flag --registry');
    case 'output':
      if (flags.json) return found('json', 'flag --json');
      return found(flags.output, 'flag --output') ?? (flags.jq === undefined ? undefined : found('json', 'flag --jq'));
    case 'timeout':
      return found(flags.timeout === undefined ? undefined : durationText(flags.timeout), 'flag --timeout');
    case 'retries':
      return found(flags.retries?.toString(), 'flag --retries');
    case 'ca-file':
      return found(flags.caFile, 'flag --ca-file');
    // The flag is one of the commands that read configurations.
    case 'tool':
      return undefined;
    case 'color':
      return flags.color === false ? found('never', 'flag --no-color') : found(flags.color, 'flag --color');
  }
}

/** What the environment says about a setting; an empty variable says nothing. */
export function fromVariables(key: SettingKey, env: Environment): Found | undefined {
  if (key === 'color') return colourFromVariables(env);
  const name = `SVC_${key.toUpperCase().replace('-', '_')}`;
  return found(env[name] || undefined, `environment ${name}`);
}

/** The variables that many programs share, in their usual order. */
function colourFromVariables({ NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE }: Environment): Found | undefined {
  if (NO_COLOR) return found('never', 'environment NO_COLOR');
  if (FORCE_COLOR && FORCE_COLOR !== '0') return found('always', 'environment FORCE_COLOR');
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return found('always', 'environment CLICOLOR_FORCE');
  return FORCE_COLOR === '0' ? found('never', 'environment FORCE_COLOR') : undefined;
}

function found(value: string | undefined, origin: string): Found | undefined {
  return value === undefined ? undefined : { value, origin };
}

function durationText(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}
