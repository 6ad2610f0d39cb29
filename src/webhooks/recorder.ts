import { isSecretField, mask, maskUrls } from '../base/secrets.ts';
import { type Delivery, type HeaderPair, isAccepted, type Token } from './delivery.ts';
import { createListenerDiagnosis } from './diagnose.ts';
import { readNotification, unread } from './event.ts';
import type { ListenerOptions } from './options.ts';
import { type Classification, createVerifier } from './verify.ts';

/** Size above which an unverified body is not parsed, because an unauthenticated sender must not keep the listener busy. */
const parsedUnverifiedBytes = 64 * 1024;
/** Size limit of the cache of header names, because senders choose them. */
const maxNames = 1000;

/** A received request; path and header lines are unmasked. */
export type Request = Pick<Delivery, 'id' | 'at' | 'method' | 'path' | 'headers' | 'body'>;

export type Recorder = ReturnType<typeof createRecorder>;

/** Returns the recorder of a listener or reader, which turns requests into deliveries with their secrets masked. */
export function createRecorder({ tokens, allowUnsigned }: Pick<ListenerOptions, 'tokens' | 'allowUnsigned'>) {
  const { hide, maskHeaders } = createMasking(tokens);
  const verificationOf = createVerifier(tokens, { allowUnsigned, diagnose: createListenerDiagnosis(tokens) });

  function record(request: Request, classification: Classification, status: number): Delivery {
    const { id, at, method, path, headers, body } = request;
    const { verdict } = classification;
    const isRead = isAccepted({ verdict }) || (verdict !== 'refused' && body.length <= parsedUnverifiedBytes);
    const { notification, trigger, marks } = isRead ? readNotification(body) : unread;
    // The fields are listed, because with spread objects the listener handles a sixth fewer deliveries per second.
    return {
      id,
      at,
      ...classification,
      method,
      path: hide(path),
      headers: maskHeaders(headers),
      body,
      bodySize: body.length,
      status,
      notification,
      trigger,
      marks,
    };
  }

  return {
    /** Masks the tokens and the secrets of URLs in a text. */
    hide,
    record,
    /** Verifies the signature of a request, and records it with `status`, or with 401 if it is rejected. */
    verify(request: Request, status: number): Delivery {
      const proof = verificationOf(request);
      return record(request, proof, isAccepted(proof) ? status : 401);
    },
  };
}

/** Returns functions that mask fields whose name means a secret, and our tokens everywhere. The signed body stays unchanged. */
function createMasking(tokens: readonly Token[]) {
  const secrets = tokens.map(({ value }) => value).filter((value) => value.length >= 4);
  const values = [...new Set(secrets.flatMap((value) => [value, encodeURIComponent(value)]))];
  const secretNames = new Map<string, boolean>();

  function hide(text: string): string {
    let shown = maskUrls(text);
    for (const value of values) if (shown.includes(value)) shown = shown.replaceAll(value, mask);
    return shown;
  }

  function isSecretName(name: string): boolean {
    let isSecret = secretNames.get(name);
    if (isSecret === undefined) {
      if (secretNames.size >= maxNames) secretNames.clear();
      isSecret = isSecretField(name);
      secretNames.set(name, isSecret);
    }
    return isSecret;
  }

  return {
    hide,
    maskHeaders: (headers: readonly HeaderPair[]) =>
      headers.map(([name, value]): HeaderPair => [name, isSecretName(name) ? mask : hide(value)]),
  };
}
