import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { reasonOf } from '../base/system/files.ts';
import { loopbackLookup } from '../base/system/loopback-lookup.ts';

export interface OutboundAnswer {
  status: number;
  /** Names in lower case, each with all values. */
  headers: Record<string, string[]>;
  body: string;
}

/** Sends one POST. @throws {Error} with the reason if no response arrives */
export type Post = (url: string, body: string, headers: Readonly<Record<string, string>>) => Promise<OutboundAnswer>;

/** assumed: the stored part of a response; the documents only say that it may be cut (docs/protocol/notifications.md#requests). */
const storedBytes = 4096;

/** Returns a function that posts to destinations, follows no redirect, and gives up after the timeout. */
export function createPost(timeoutMs: number, stopping: AbortSignal): Post {
  return async (url, body, headers) => {
    // Guides and examples use this destination, which has no server (docs/protocol/sandbox.md#destinations).
    if (new URL(url).hostname === 'hooks.example.com') return { status: 200, headers: {}, body: '' };
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeout, stopping]);
    try {
      const response = await answerOf(url, body, headers, signal);
      const { statusCode = 0, headersDistinct } = response;
      return {
        status: statusCode,
        headers: { ...headersDistinct } as Record<string, string[]>,
        body: await readStart(response),
      };
    } catch (error) {
      if (timeout.aborted) throw new Error(`no response within ${timeoutMs / 1000} s`);
      throw new Error(`no response (${reasonOf(error)})`);
    }
  };
}

function answerOf(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
    const options = {
      method: 'POST',
      agent: false as const,
      lookup: loopbackLookup,
      signal,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    };
    request(url, options, resolve)
      .on('error', reject)
      // Node reports a response 101 only by this event.
      .on('upgrade', (response) => resolve(response.destroy()))
      .end(body);
  });
}

/** Reads the first bytes of a body, as far as they arrive in time. The status line alone counts as a response. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= storedBytes) break;
    }
  } catch {
    // The connection was cut or the time ran out: the part that arrived is the response.
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, storedBytes), { stream: true });
}
