import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { signatureHeaders } from '../../api/contract/dialect.ts';
import { CheckFailedError, UsageError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { inputBytes } from '../../cli/terminal/input.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { createDiagnosis } from '../../webhooks/diagnose.ts';
import { nextChecks } from '../../webhooks/inspector/page/causes.mjs';
import { checkWhole } from '../../webhooks/send.ts';
import { deliveryWords } from '../../webhooks/store.ts';
import { createVerifier, signatureLines } from '../../webhooks/verify.ts';
import { journalOf } from '../listening/stores.ts';
import { tokenFlags, tokensOf } from '../listening/token-flags.ts';
import { idsOrPicked } from './delivery-query.ts';

export const verify = verb({
  words: 'verify',
  about: 'Verify the signature of a body or a delivery',
  text: `A signature is the HMAC of a body with the token of its configuration, which proves who sent these bytes. Exit code 0 means that one of the tokens matches the signature of exactly these bytes. Otherwise the exit code is 8, and svc names the
likely cause by trying known mistakes of senders, proxies and receivers.

Without --signature, a delivery of the journal is verified with the signature that it came with; without an argument, a terminal offers a
choice. A file that exists is always a file, and with --signature the argument is one.`,
  flags: (command: Command) =>
    tokenFlags(
      command
        .argument('[file|id]', `file with the body, - for stdin; without --signature also: ${deliveryWords}`)
        .option('--signature <digits>', 'value of the signature header'),
      true,
    ),
  examples: [
    'svc webhook verify payload.json --token-env HOOK_TOKEN --signature "$(svc webhook sign payload.json --token-env HOOK_TOKEN)"',
    'svc webhook verify last --token-env HOOK_TOKEN',
  ],
  async run(context, flags, file) {
    const { signature } = flags;
    const delivery = await deliveryOf(file, signature, context);
    // Do not prompt for a token if nothing is signed.
    const isSigned = delivery === undefined || signatureLines(delivery.headers).length > 0;
    const tokens = isSigned ? await tokensOf(flags, context, file === '-') : [];
    const body = delivery?.body ?? (await inputBytes('FILE', file ?? '', context.host));
    const prove = createVerifier(tokens, { diagnose: createDiagnosis(tokens) });
    const proof = prove({ body, headers: delivery?.headers ?? [[signatureHeaders[0], signature ?? '']] });
    if (!proof.verified) {
      throw new CheckFailedError(proof.reason, { hint: `${nextChecks[proof.cause]} (${proof.cause})` });
    }
    const { signedWith } = proof;
    const result = { verified: true, signedWith, ...(delivery && { id: delivery.id }) };
    const subject = delivery ? `Delivery ${delivery.id}: verified` : 'Verified';
    await context.output.event(`${subject} with the token of ${signedWith}.\n`, result);
  },
});

/** Returns the delivery that is named or picked; undefined for a file. @throws {UsageError} for a file without a signature, or a signature without a file */
async function deliveryOf(file: string | undefined, signature: string | undefined, context: Context) {
  if (file === undefined && signature !== undefined) throw new UsageError('--signature requires <file>.');
  if (signature !== undefined) return undefined;
  if (file !== undefined && (/[^\w-]|^-$/.test(file) || existsSync(resolve(context.host.cwd, file))))
    throw new UsageError('Missing required flag --signature, the value of the signature header.');
  const journal = journalOf(context.host);
  const [idOrName = ''] = await idsOrPicked(file === undefined ? [] : [file], journal, context);
  const delivery = await journal.find(idOrName);
  checkWhole(delivery);
  return delivery;
}
