import { isUtf8 } from 'node:buffer';
import { signatureHeaders } from '../../api/contract/dialect.ts';
import { shellQuoted } from '../../base/shell-word.ts';
import type { Delivery } from '../delivery.ts';
import { deliveryHeaders } from '../send.ts';

/**
 * Characters that a terminal interprets or hides in pasted text. An escape sequence could end the paste and type commands, so a body
 * with such characters is written in base64.
 */
const unpasteable = /[^\P{C}\n]|[\u2028\u2029]/u;

/**
 * Returns a command for a POSIX shell that sends exactly these bytes, signed with the token in an environment variable. The command
 * contains neither the token nor a password of the URL. Requires curl and openssl.
 */
export function curlOf({ body }: Pick<Delivery, 'body'>, url: URL, variable = 'HOOK_TOKEN'): string {
  const target = new URL(url);
  target.username = '';
  target.password = '';
  const text = isUtf8(body) ? body.toString() : undefined;
  const isPlain = text !== undefined && !unpasteable.test(text);
  // Every version of openssl reads lines of this length.
  const base64Lines = body.toString('base64').replace(/.{1,64}/g, '$&\n');
  const bytes = isPlain ? `printf %s ${shellQuoted(text, 'posix')}` : `openssl base64 -d <<'END'\n${base64Lines}END\n`;
  const headers = [
    ...deliveryHeaders().map(([name, value]) => shellQuoted(`${name}: ${value}`, 'posix')),
    ...signatureHeaders.map((name) => `"${name}: $signature"`),
  ];
  return `(
: "\${${variable}:?put the token of the notifications into it}"
body() { ${bytes}${isPlain ? '; ' : ''}}
signature=$(body | openssl dgst -sha512 -hmac "$${variable}" | sed 's/^.* //')
body | curl -sS --globoff ${shellQuoted(target.href, 'posix')} \\
${headers.map((header) => `  -H ${header} \\\n`).join('')}  --data-binary @-
)
`;
}
