import { commaSeparated, count, duration, each, type KnownWords, oneOf } from '../../base/parsers.ts';
import { defaultRegistryHost, tools } from '../../base/system/tools.ts';
import { joined } from '../../base/text.ts';
import { formats, reportFormats } from '../terminal/formats.ts';

/** A setting: its flag, variables, parser and default, and whether profiles may store it. */
export interface Line {
  /** The flag in commander's syntax. A flag without a value is a switch. */
  flag: string;
  /** The help text. It does not name the variables. */
  help: string;
  /** Further sentences for docs/configuration.md in Markdown, without the final period. */
  details?: string;
  /** Environment variables. The first variable that is set counts. */
  variables?: readonly string[];
  /** Parses a value; for a repeatable flag, appends it to the earlier ones. @throws {UsageError} for an invalid value */
  parse?: ((text: string, others: never) => unknown) & Partial<KnownWords>;
  /** Formats a parsed value, if `String` does not. */
  show?(value: unknown): string;
  /** The default as help shows it; separately for a terminal and a pipe if they differ. */
  default?: string | { terminal: string; pipe: string };
  /** True if a profile can store the setting. It is then a key of `svc config`. */
  profile?: true;
  /** True if the config file may store the value as a number. */
  number?: true;
  /** True for a display setting, for which an unusable config file is not an error. */
  looks?: true;
  /** The setting that this one is an alias for, and the value of the alias if it is fixed. */
  means?: { setting: string; as?: string };
  hidden?: true;
  /** The commands with the flag, in Markdown (default: every command). */
  of?: string;
}

export const colours = ['auto', 'always', 'never'] as const;

const ofNats = 'the commands of `svc webhook` that use NATS, and `svc doctor`';

/** Reads a format. An error offers those of every command. */
const formatOf = (text: string) => reportFormats.find((each) => each === text) ?? oneOf(formats)(text);

/** All settings, in the order of help, `svc config list` and docs/configuration.md. */
const table = {
  profile: {
    flag: '--profile <name>',
    variables: ['SVC_PROFILE'],
    help: 'profile of the config file to use',
    default: 'what svc profile use chose, else default',
  },
  address: {
    flag: '--address <url>',
    variables: ['SVC_ADDRESS'],
    help: 'URL of the platform',
    details: '`/api/v2` is added to a URL without a path',
    profile: true,
  },
  organization: {
    flag: '--organization <name>',
    variables: ['SVC_ORGANIZATION'],
    help: 'default organization',
    profile: true,
  },
  org: { flag: '--org <name>', help: 'the same as --organization', means: { setting: 'organization' }, hidden: true },
  registry: {
    flag: '--registry <host|url>',
    variables: ['SVC_REGISTRY'],
    help: 'registry of addresses without a host, or HOST=URL for one host',
    details: 'A URL that ends in `/` is the registry itself. Separate several with commas',
    parse: each(String),
    show: (texts: readonly string[]) => texts.join(','),
    default: defaultRegistryHost,
    profile: true,
  },
  output: {
    flag: '-o, --output <format>',
    variables: ['SVC_OUTPUT'],
    help: formats.join(', '),
    details:
      '`json` and `ndjson` keep all digits of a number, `yaml` those of integers; `--jq` computes with doubles, as jq does, and ' +
      'tables, `csv` and `tsv` round numbers beyond 2^53. `tsv` has no header. `csv` does not change values, even if a ' +
      'spreadsheet reads them as formulas. `raw` is the body of the response, with control characters escaped on a terminal. ' +
      '`sarif` and `codequality` are reports of `svc module audit`',
    parse: Object.assign(formatOf, { known: [...formats, ...reportFormats], closed: true }),
    default: { terminal: 'table', pipe: 'tsv' },
    profile: true,
    looks: true,
  },
  json: { flag: '--json', help: 'the same as -o json', means: { setting: 'output', as: 'json' } },
  jq: {
    flag: '--jq <expression>',
    help: 'filter the JSON output with jq; implies -o json',
    means: { setting: 'output', as: 'json' },
  },
  columns: {
    flag: '--columns <names>',
    help: 'columns to show, separated by commas, or all; a dotted path reads a field',
    parse: commaSeparated,
  },
  'no-input': { flag: '--no-input', variables: ['SVC_NO_INPUT'], help: 'never prompt' },
  yes: { flag: '-y, --yes', help: 'confirm without a prompt' },
  'dry-run': { flag: '--dry-run', help: 'print the request of a write, with secrets masked, without sending it' },
  timeout: {
    flag: '--timeout <duration>',
    variables: ['SVC_TIMEOUT'],
    help: 'time limit of each request',
    details:
      'It includes the response. Discovery has a limit of 10 s by default. An archive may take longer while it arrives at 1 KiB per ' +
      'second or more (`--min-speed`). No attempt starts after 120 s, or after `--timeout` if that is longer',
    parse: duration,
    show: (ms: number) => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`),
    default: 'per phase: connect 10s, headers 30s, idle 30s',
    profile: true,
    number: true,
  },
  retries: {
    flag: '--retries <n>',
    variables: ['SVC_RETRIES'],
    help: 'number of retries',
    parse: count,
    default: '3 to 5, by status',
    profile: true,
    number: true,
  },
  'ca-file': {
    flag: '--ca-file <path>',
    variables: ['SVC_CA_FILE'],
    help: 'file with additional trusted certificates',
    details: 'In PEM form',
    profile: true,
  },
  color: {
    flag: '--color <when>',
    variables: ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE'],
    help: colours.join(', '),
    details: '`NO_COLOR` and `FORCE_COLOR=0` mean never, the others always',
    parse: oneOf(colours),
    default: 'auto',
    profile: true,
    looks: true,
  },
  'no-color': {
    flag: '--no-color',
    help: 'the same as --color never',
    means: { setting: 'color', as: 'never' },
    hidden: true,
  },
  'insecure-http': { flag: '--insecure-http', help: 'allow plain http to other machines' },
  'no-pager': { flag: '--no-pager', help: 'never show help or a table in a pager (SVC_PAGER, PAGER)' },
  quiet: { flag: '-q, --quiet', help: 'print only errors on stderr' },
  debug: {
    flag: '--debug',
    variables: ['SVC_DEBUG'],
    help: 'print HTTP requests and responses on stderr, with secrets masked',
  },
  tool: {
    flag: '--tool <name>',
    variables: ['SVC_TOOL'],
    help: `tool of the configuration: ${joined(tools, 'or')}`,
    details: 'By default, the tool of the lock, or `tofu` if the folder has an `.opentofu-version` file',
    parse: oneOf(tools),
    profile: true,
    of: '`svc module lock` and the commands that read its lock',
  },
  nats: {
    flag: '--nats <urls>',
    variables: ['SVC_NATS'],
    help: 'URLs of NATS servers, separated by commas',
    details:
      '`tls://` requires TLS, `nats://` uses it if offered. Only the variable, and a profile edited by hand, may have `USER:PASSWORD@` or `TOKEN@`',
    profile: true,
    of: ofNats,
  },
  'nats-creds-file': {
    flag: '--nats-creds-file <path>',
    variables: ['SVC_NATS_CREDS_FILE'],
    help: 'credentials file of the NATS user',
    profile: true,
    of: ofNats,
  },
  'nats-cert-file': {
    flag: '--nats-cert-file <path>',
    variables: ['SVC_NATS_CERT_FILE'],
    help: 'client certificate for NATS with its key (PEM)',
    profile: true,
    of: ofNats,
  },
} as const satisfies Record<string, Line>;

export type Table = typeof table;
/** The name of a setting: its long flag without the hyphens. */
export type Key = keyof Table;
export type SettingKey = { [K in Key]: Table[K] extends { profile: true } ? K : never }[Key];
/** The parsed type of a setting. */
export type ValueOf<K extends Key> = Table[K] extends { parse: (text: string, others: never) => infer Value }
  ? Value
  : Table[K]['flag'] extends `${string}<${string}`
    ? string
    : boolean;

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
type Attribute<K extends Key> = Table[K] extends { of: string }
  ? never
  : K extends `no-${infer Rest}`
    ? Camel<Rest>
    : Camel<K>;
/** The parsed global flags; undefined if not given. */
export type GlobalFlags = { [K in Key as Attribute<K>]?: ValueOf<K> | undefined };

/** All settings by name, as one type. */
export const lines: Readonly<Record<Key, Line>> = table;
export const keys = Object.keys(table) as Key[];
/** The settings that a profile may store besides its token, in display order. */
export const settingKeys = keys.filter((key): key is SettingKey => lines[key].profile === true);

/** Splits a comma-separated text into registries. */
export function registriesIn(text: string): string[] {
  return text.split(',').map((each) => each.trim());
}
