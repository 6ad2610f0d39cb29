import { ProtocolError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import { errnoOf } from '../../base/system/files.ts';
import { throwIfCancelled } from './deadline.ts';
import type { HttpAnswer } from './http.ts';

export interface ReadBody {
  bytes: Buffer;
  /** The bytes, decoded as UTF-8. */
  text: string;
}

/** Yields a body piece by piece, and converts errors of undici. @throws {TransportFault} when it is cut or stalls */
export async function* withFaults({ body, method, url }: HttpAnswer, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throwIfCancelled(signal);
    const { asFault } = await import('./faults.ts');
    throw asFault(error, `${method} ${maskUrl(url)}`, url);
  }
}

/** Reads a whole body as it was sent. @throws the result of `tooLong` for a longer body; {TransportFault} when it is cut or stalls */
export async function readBytes(
  answer: HttpAnswer,
  { maxBytes, tooLong, signal }: { maxBytes: number; tooLong: () => Error; signal: AbortSignal },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of withFaults(answer, signal)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a whole body and decompresses it. `maxBytes` limits the size both before and after decompression.
 * @throws {ProtocolError} when it is longer or in an encoding that was not requested; TransportFault when it is cut
 */
export async function readBody(answer: HttpAnswer, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const { headers, status, url } = answer;
  // A 204 has no body, and waiting for its end takes as long as the rest of a small request.
  if (status === 204) return Buffer.alloc(0);
  const request = maskUrl(url);
  const tooLong = () => new ProtocolError(`${request} sent more than ${maxBytes} bytes.`, { request });
  const raw = await readBytes(answer, { maxBytes, tooLong, signal });
  if (status === 206) throw new ProtocolError(`${request} sent a part of its response (206).`, { request, status });
  const encoding = headers.get('content-encoding')?.toLowerCase();
  if (!encoding || encoding === 'identity' || raw.length === 0) return raw;
  // `x-gzip` is an old name of gzip (RFC 9110, section 8.4.1.3).
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw new ProtocolError(`${request} is encoded as ${encoding}; only gzip was requested.`, { request });
  }
  // Loaded only for compressed bodies: loading it takes as long as a small request.
  const { gunzip } = await import('node:zlib');
  return new Promise((resolve, reject) => {
    gunzip(raw, { maxOutputLength: maxBytes }, (error, plain) => {
      if (!error) resolve(plain);
      else if (errnoOf(error) === 'ERR_BUFFER_TOO_LARGE') reject(tooLong());
      else reject(new ProtocolError(`${request} sent a broken gzip body.`, { request, cause: error }));
    });
  });
}
