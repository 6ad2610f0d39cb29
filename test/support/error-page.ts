import type { ErrorText } from '../../docs/error-messages.mjs';
import * as errors from '../../src/base/errors.ts';
import { page, prose, table, tick } from '../../src/cli/reference/markdown.ts';
import { exitCodes } from '../../src/cli/topics/exit-codes.ts';

/** The part of the program that an error is about, by the folder of its source; the first that fits. `svc NOUN` for a noun's folder. */
const areas: readonly [folder: string, title: string][] = [
  ['api/', 'Network and service'],
  ['base/', 'Values, files and programs'],
  ['cli/settings/', 'Settings and tokens'],
  ['cli/terminal/', 'Input and output'],
  ['cli/', 'Command line'],
  ['main.ts', 'Command line'],
  ['commands/listening/', 'svc webhook'],
  ['commands/site/', 'A site as a file'],
  ['commands/', ''],
  ['modules/address/', 'Module addresses and versions'],
  ['modules/archive/', 'Module archives'],
  ['modules/fetch/', 'Module downloads'],
  ['modules/lock/', 'Locks and configurations'],
  ['modules/mirror/', 'Mirrors'],
  ['modules/', 'Registries and policies'],
  ['platform/', 'A site as a file'],
  ['webhooks/broker/', 'NATS'],
  ['webhooks/', 'Deliveries and receivers'],
];

/** The cause by the class of an error, and the class whose exit code it has. */
const causes: Readonly<Record<string, [cause: string, example: errors.SvcError]>> = {
  UsageError: ['command line or setting', new errors.UsageError('')],
  LocalError: ['file or program of this machine', new errors.LocalError('')],
  NotFoundError: ['not found, or not visible', new errors.NotFoundError('')],
  AuthError: ['token or permission', new errors.AuthError('')],
  RejectedError: ['rejected by the service', new errors.RejectedError('')],
  NetworkError: ['network', new errors.NetworkError('')],
  TryLaterError: ['temporary failure', new errors.TryLaterError('')],
  CheckFailedError: ['failed check', new errors.CheckFailedError('')],
  ProtocolError: ['unexpected response', new errors.ProtocolError('')],
  CancelledError: ['cancelled', new errors.CancelledError()],
};

const head = `The errors of \`svc\`, each with its cause, what to do, and its exit code. \`<name>\` stands for a value. Search for words of the
error without its values. If it is not here, it is the text of a service: look for the line above it. \`svc doctor\` finds the cause of most
errors of the address, the network and the token ([troubleshooting](guides/troubleshooting.md)).`;

/** `docs/errors.md`: the messages and hints of the program's errors. */
export function errorPage(texts: readonly ErrorText[]): string {
  const all = texts.filter(({ kind, message }) => kind !== 'SomeFailedError' && !/<…> more/.test(message));
  const sections = new Map<string, string[][]>();
  for (const error of all) {
    const title = areaOf(error.file);
    sections.set(title, [...(sections.get(title) ?? []), rowOf(error)]);
  }
  const titles = [...new Set(areas.map(([, title]) => title)), ...[...sections.keys()].sort()];
  const blocks = [...new Set(titles)].flatMap((title) => {
    const rows = [...new Map(sections.get(title)?.map((row) => [row[0]!, row])).values()].sort(byMessage);
    return rows.length > 0 ? [`## ${title}`, table(['message', 'cause', 'what to do', 'exit code'], rows)] : [];
  });
  return page(['# Error messages', head, ...frequent(all), ...blocks], 'the errors of the program');
}

function areaOf(file: string): string {
  const [, title] = areas.find(([folder]) => file.startsWith(folder)) ?? [];
  if (title === undefined) throw new Error(`test/support/error-page.ts has no area for ${file}.`);
  return title || `svc ${file.split('/')[1]}`;
}

function rowOf({ hints, kind, message, type }: ErrorText): string[] {
  const [cause, { exit }] = causes[kind] ?? ['bug in svc', { exit: 1 }];
  const hint = hints.length > 0 ? hints.slice(0, 4) : kind === 'UsageError' ? ['svc COMMAND --help'] : [];
  const text = type === 'ValueError' ? `<flag> ${message}` : message;
  return [prosaic(text), cause, hint.map(prosaic).join('<br>'), String(exit)];
}

const byMessage = ([one = '']: string[], [other = '']: string[]) => one.localeCompare(other, 'en');
const prosaic = (text: string) => prose(text).replaceAll('|', '\\|');

/** The errors that are known by other names. Each quotes the program; a text that it no longer has is an error here. */
function frequent(all: readonly ErrorText[]): string[] {
  const said = (message: string) => {
    if (!all.some((error) => error.message === message)) throw new Error(`The program has no error "${message}".`);
    return tick(message);
  };
  const when = (exit: number) => exitCodes.find((each) => each.exit === exit)!.when;
  return [
    '## Exit codes',
    table(
      ['exit code', 'when'],
      exitCodes.filter(({ exit }) => exit > 0).map(({ exit }) => [String(exit), prosaic(when(exit))]),
    ),
    '## No platform address',
    `${said('No platform address.')} \`svc\` does not know your platform: run \`svc login HOST\`, or set \`SVC_ADDRESS\`. To try \`svc\` without a
platform, run \`svc sandbox start\` ([sandbox](guides/sandbox.md)).`,
    '## Token expired, 401 Unauthorized',
    `${said('The service rejected the token.')} A token that expired, was revoked or belongs to another platform is rejected with 401. The hint
says where the token comes from. \`svc auth status\` shows it, and \`svc login HOST\` stores another one. For an expired certificate, see
[Network and service](#network-and-service).`,
    '## 403 Forbidden',
    `${said('This token is not allowed to do that.')} The token is valid and lacks a permission. \`svc whoami\` shows whose it is;
\`svc help authentication\` lists the kinds of tokens. Services also answer 404 for what a token may not see: ${said('Not found, or not visible with this token.')}`,
    '## Connection refused, timeout, unknown host',
    `${said('Connection refused by <host>.')} Nothing listens at that port: check the address, and whether the server or the sandbox runs.
${said("Can't resolve <host>.")} The name is wrong, or this machine is offline. ${said("<host> didn't respond in time.")} \`--timeout\` waits
longer. [Network](network.md) explains proxies, certificates and retries.`,
  ];
}
