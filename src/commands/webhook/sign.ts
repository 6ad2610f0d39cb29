import { sign } from '../../api/contract/signature.ts';
import { inputBytes } from '../../cli/terminal/input.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { tokenFlags, tokenOf } from '../listening/token-flags.ts';

export const signVerb = verb({
  words: 'sign',
  about: 'Sign a body as the service does',
  text: `A signature is the HMAC-SHA512 of a body, keyed with the token, which proves to a receiver who sent the body. Prints that of exactly these bytes in
hexadecimal, as the service sends it in X-Svc-Notification-Signature. A newline at the end of the file is signed too.`,
  flags: (command: Command) => tokenFlags(command.argument('<file>', 'file with the body, - for stdin')),
  examples: [
    'svc webhook sign payload.json --token-env HOOK_TOKEN',
    'printf %s "{}" | svc webhook sign - --token-file hook-token.txt --json',
  ],
  async run(context, flags, file) {
    const token = await tokenOf(flags, context, file === '-');
    const body = await inputBytes('FILE', file, context.host);
    const signature = sign(body, token);
    await context.output.text(`${signature}\n`, { signature, algorithm: 'hmac-sha512', bytes: body.length });
  },
});
