import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

process.env.RECHECK_BACKEND = 'pure';
process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = await import('recheck');

/** The regular expressions that are accepted although they are not linear, each with the limit of its input. */
const accepted = new Map([
  // Text of svc or its user.
  [
    'webhooks/broker/faults.ts /^ERR_SSL_\\w+_ALERT_(UNKNOWN_CA|ACCESS_DENIED|\\w*CERTIFICATE\\w*)$/',
    'a code of OpenSSL',
  ],
  [
    `cli/help-page.ts /(?:-[\\w-]+ (?=[^-\\s|&>]))?(?:'[^']*'|"(?:\\\\.|[^"])*"|\\\\.|[^\\s'"#])+|#.*$/g`,
    'an example of svc',
  ],
  ['api/client/ca.ts /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs', 'a CA file of the user'],
  ['commands/config/set.ts /<(.+)>/', 'a flag of svc'],
  ["commands/listening/header-flag.ts /^([\\w!#$%&'*+.^`|~-]+):[ \\t]*([\\x20-\\x7E]+)$/", 'a flag of the user'],
  ['program.ts /(?<=^|\\s)--?[\\w-]+/g', 'the flags of svc'],
  ['cli/facts.ts /[<[](.+?)(?:\\.\\.\\.)?[>\\]]/', 'a flag of svc'],
  // Short text.
  ['modules/fetch/oci.ts /<([^>]*)>\\s*;[^,]*\\brel="?next\\b/i', 'a header of 16 KiB'],
  ['modules/lock/sbom.ts /(?<=^\\w+:\\/\\/)[^/@]*\\*{3}[^/@]*@/', 'a source of 8 KiB'],
  ['modules/lock/sbom.ts /(\\.git)?\\/*$/', 'a source of 8 KiB'],
  ['modules/policy/checks.ts /\\/*[^/]+\\/*$/', 'a source of 8 KiB'],
  [
    '(made of parts) /^v?([0-9]+(?:\\.[0-9]+)*)(?:-([0-9]+[0-9A-Za-z~-]*(?:\\.[0-9A-Za-z~-]+)*)|-?([A-Za-z~-][0-9A-Za-z~-]*(?:\\.[0-9A-Za-z~-]+)*))?(?:\\+([0-9A-Za-z~-]+(?:\\.[0-9A-Za-z~-]+)*))?$/',
    'a version of 256 characters',
  ],
  ['modules/fetch/git-fault.ts /[.\\s]+$/', '300 characters'],
  [
    `modules/fetch/locate.ts /(?<![\\w-])([\\w-]+)\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))/g`,
    'a meta element of 8 KiB',
  ],
  ['base/text.ts /\\B(?=(\\d{3})+$)/g', 'a number of 25 characters'],
  ['webhooks/signature-header.ts /=+$/', 'a header of 256 characters'],
]);

/** Every regular expression that is written in src: `{ file, pattern, flags }`. */
export function* expressions(src) {
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.m?[jt]s$/.test(file)) continue;
    const found = [];
    const visitor = new Visitor({ Literal: ({ regex }) => regex && found.push(regex) });
    const { errors, program } = parseSync(file, readFileSync(join(src, file), 'utf8'));
    if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
    visitor.visit(program);
    for (const { pattern, flags } of found) yield { file, pattern, flags };
  }
}

/** Returns the expressions that are neither linear nor accepted, and the accepted expressions that src no longer has. */
export function checkExpressions(all) {
  const stale = new Set(accepted.keys());
  const faults = [];
  const distinct = new Map(all.map((each) => [`${each.file} /${each.pattern}/${each.flags}`, each]));
  for (const [key, { pattern, flags }] of distinct) {
    // Do not check an accepted expression: random attempts find some of them in one run and not in another.
    if (stale.delete(key)) continue;
    const { attack, complexity, error, status } = checkSync(pattern, flags, { timeout: 60_000 });
    if (status !== 'safe') faults.push(`${key}: ${complexity?.summary ?? error?.kind} ${attack?.pattern ?? ''}`);
  }
  return {
    count: distinct.size,
    accepted: accepted.size,
    faults: [...faults, ...[...stale].map((key) => `${key} is accepted, and not there`)],
  };
}
