import { isUtf8 } from 'node:buffer';
import { shellQuoted } from '../../base/shell-word.ts';
import { signatureHeaders } from '../../contract/dialect.ts';
import type { Delivery } from '../delivery.ts';
import { deliveryHeaders } from '../send.ts';

/**
 * Characters that a terminal acts on, or hides, when they are pasted. An escape sequence could end the paste and type commands, so such a
 * body is written in base64.
 */
const unfit = /[^\P{C}\n]|[\u2028\u2029]/u;

/**
 * A command for a POSIX shell that sends exactly these bytes, signed when it is run with the token in `$HOOK_TOKEN`, which is never
 * in it, nor is a password of the URL. Needs curl and openssl.
 */
export function curlOf({ body }: Pick<Delivery, 'body'>, url: URL): string {
  const to = new URL(url);
  to.username = '';
  to.password = '';
  const text = isUtf8(body) ? body.toString() : undefined;
  const fits = text !== undefined && !unfit.test(text);
  const bytes = fits ? `printf %s ${shellQuoted(text, 'posix')}` : `openssl base64 -d <<'END'\n${lines(body)}END\n`;
  const headers = [
    ...deliveryHeaders().map(([name, value]) => shellQuoted(`${name}: ${value}`, 'posix')),
    ...signatureHeaders.map((name) => `"${name}: $signature"`),
  ];
  return `(
: "\${HOOK_TOKEN:?put the token of the notifications into it}"
body() { ${bytes}${fits ? '; ' : ''}}
signature=$(body | openssl dgst -sha512 -hmac "$HOOK_TOKEN" | sed 's/^.* //')
body | curl -sS --globoff ${shellQuoted(to.href, 'posix')} \\
${headers.map((header) => `  -H ${header} \\\n`).join('')}  --data-binary @-
)
`;
}

/** Base64 in lines that every openssl reads. */
function lines(body: Buffer): string {
  return body.toString('base64').replace(/.{1,64}/g, '$&\n');
}
