import type { Command } from 'commander';
import { sign } from '../../api/contract/signature.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { inputBytes } from '../../cli/terminal/input.ts';
import { tokenFlags, tokenOf } from '../listening/token-flags.ts';

export function registerSign(webhook: Command): void {
  const sign_ = explain(webhook.command('sign'), {
    notes: `Prints the HMAC-SHA512 of exactly these bytes, keyed with the token, in hexadecimal: what the service sends in
X-Svc-Notification-Signature. A newline at the end of the file is signed too.`,
    examples: [
      'svc webhook sign payload.json --token-env HOOK_TOKEN',
      'printf %s "{}" | svc webhook sign - --token-file hook-token.txt --json',
    ],
  })
    .description('Sign a body as the service does')
    .argument('<file>', 'file with the body, - for stdin');
  tokenFlags(sign_).action(
    run(async (context, flags, file) => {
      const token = await tokenOf(flags, context, file === '-');
      const body = await inputBytes('FILE', file, context.host);
      const signature = sign(body, token);
      await context.output.text(`${signature}\n`, { signature, algorithm: 'hmac-sha512', bytes: body.length });
    }),
  );
}
