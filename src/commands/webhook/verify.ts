import type { Command } from 'commander';
import { CheckFailedError, UsageError } from '../../base/errors.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { signatureHeaders } from '../../contract/dialect.ts';
import { inputBytes } from '../../terminal/input.ts';
import { diagnose } from '../../webhook/diagnose.ts';
import { nextChecks } from '../../webhook/inspector/page/causes.mjs';
import { createVerifier } from '../../webhook/verify.ts';
import { tokenFlags, tokensOf } from '../listening/token-flags.ts';

export function registerVerify(webhook: Command): void {
  const verify = explain(webhook.command('verify'), {
    notes: `Exit code 0 means that one of the tokens matches the signature of exactly these bytes. Otherwise the exit code is 8, and svc names the
likely cause by trying known mistakes of senders, proxies and receivers.`,
    examples: [
      'svc webhook verify payload.json --token-env HOOK_TOKEN --signature "$(svc webhook sign payload.json --token-env HOOK_TOKEN)"',
    ],
  })
    .description('Verify the signature of a body')
    .argument('<file>', 'file with the body, - for stdin')
    .option('--signature <digits>', 'value of the signature header');
  tokenFlags(verify, true).action(
    run(async (context, flags, file) => {
      const { signature } = flags;
      if (signature === undefined)
        throw new UsageError('Missing required flag --signature, the value of the signature header.');
      const tokens = await tokensOf(flags, context, file === '-');
      const body = await inputBytes('FILE', file, context.host);
      const prove = createVerifier(tokens, { diagnose: (bytes, given) => diagnose(bytes, given, tokens) });
      const proof = prove(body, [[signatureHeaders[0], signature]]);
      if (!proof.verified) {
        throw new CheckFailedError(proof.reason, { hint: `${nextChecks[proof.cause]} (${proof.cause})` });
      }
      const { signedWith } = proof;
      await context.output.event(`Verified with the token of ${signedWith}.\n`, { verified: true, signedWith });
    }),
  );
}
