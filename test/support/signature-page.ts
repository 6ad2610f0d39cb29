import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cell, page, table, tick } from '../../src/cli/reference/markdown.ts';
import type { Cause, HeaderPair } from '../../src/webhooks/delivery.ts';
import { createDiagnosis } from '../../src/webhooks/diagnose.ts';
import { nextChecks } from '../../src/webhooks/inspector/page/causes.mjs';
import { createVerifier } from '../../src/webhooks/verify.ts';

/** A request of `test/webhooks/signature-cases.json`, whose signature openssl computed. */
interface Case {
  body?: string;
  lines: HeaderPair[];
  tokens: string[];
}

const head = `What \`svc\` says about a delivery that it rejects, and what to check next.

## Signature mismatch, wrong signature

The HMAC does not match, the signature is invalid, the listener answers 401: \`svc webhook listen\` accepts a
delivery only if its signature is the HMAC-SHA512 of its bytes with the token of the configuration, in hexadecimal. It tries the known
mistakes of senders, proxies and receivers, says which one it found, and what to check next:

\`\`\`sh
svc webhook list --filter verified=false
svc webhook show last-rejected
\`\`\`

\`svc webhook verify FILE --signature SIGNATURE\` does the same for a body in a file, and \`svc webhook listen --ui\` shows it in a browser. \`svc webhook trigger
--tamper all\` sends wrong signatures to a receiver of your own, which should reject them.`;

/** The sections of the page, each from its first cause on. */
const sections: readonly [title: string, first: Cause][] = [
  ['No token, or no signature', 'no-token'],
  ['Wrong form of the signature', 'not-hexadecimal'],
  ['Wrong algorithm', 'sha256'],
  ['Wrong token', 'token-white-space'],
  ['Changed body', 're-serialised'],
  ['No cause found', 'mismatch'],
  ['Rejected for another reason', 'method'],
];

/** The largest number of sentences listed for a cause; the others are similar. */
const mostReasons = 4;

/** Returns docs/signatures.md: the message of the program about each wrong signature, and what to check next. */
export function signaturePage(root: string): string {
  const written = readFileSync(join(root, 'test/webhooks/signature-cases.json'), 'utf8');
  const reasons = reasonsOf(JSON.parse(written));
  const causes = Object.keys(nextChecks) as Cause[];
  const starts = sections.map(([, first]) => causes.indexOf(first));
  const blocks = sections.flatMap(([title], at) => {
    const listed = causes.slice(starts[at], starts[at + 1]);
    const said = listed.flatMap((cause) => reasons.get(cause)?.map(cell).slice(0, mostReasons).join('<br>') ?? []);
    const rows = listed.map((cause, row) => [tick(cause), ...said.slice(row, row + 1), cell(nextChecks[cause])]);
    return [`## ${title}`, table(['cause', ...(said.length > 0 ? ['what `svc` says'] : []), 'check next'], rows)];
  });
  return page(['# Why a signature fails', head, ...blocks], 'the texts of the program');
}

/** Returns the sentences of the program about the cases, each once, by cause. */
function reasonsOf(cases: readonly Case[]): Map<Cause, string[]> {
  const found = new Map<Cause, string[]>();
  for (const { body = '', lines, tokens } of cases) {
    const own = tokens.map((value) => ({ name: '$HOOK_TOKEN', value }));
    const verify = createVerifier(own, { diagnose: createDiagnosis(own) });
    const headers = lines.map(([name, value]): HeaderPair => [name.toLowerCase(), value]);
    const { cause, reason } = verify({ body: Buffer.from(body, 'base64'), headers });
    // A wrong form beside another cause is one more sentence for each pair.
    if (cause === null || reason.includes('; it is also')) continue;
    const known = found.get(cause) ?? [];
    found.set(cause, [...new Set([...known, reason])]);
  }
  return found;
}
