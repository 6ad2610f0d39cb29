import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { reasonOf } from '../files.ts';
import { loopbackLookup } from '../loopback-lookup.ts';

/** What a destination answered. */
export interface OutboundAnswer {
  status: number;
  /** Names in lower case, each with all its values. */
  headers: Record<string, string[]>;
  /** The beginning of the body. */
  body: string;
}

/** Sends one POST; fails, with a sentence about why, where no answer comes. */
export type Post = (url: string, body: string, headers: Readonly<Record<string, string>>) => Promise<OutboundAnswer>;

/** assumed: how much of an answer is kept; the documents only say that it may be cut (docs/protocol/notifications.md#requests). */
const keptBytes = 4096;

/** How the sandbox reaches destinations: no redirects are followed, and what takes longer than the timeout is given up. */
export function createPost(timeoutMs: number, stopping: AbortSignal): Post {
  return async (url, body, headers) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeout, stopping]);
    try {
      const response = await answerOf(url, body, headers, signal);
      const { statusCode = 0, headersDistinct } = response;
      return {
        status: statusCode,
        headers: { ...headersDistinct } as Record<string, string[]>,
        body: await beginning(response),
      };
    } catch (error) {
      if (timeout.aborted) throw new Error(`it did not answer within ${timeoutMs / 1000} s`);
      throw new Error(`it did not answer (${reasonOf(error)})`);
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
    request(url, options, resolve).on('error', reject).end(body);
  });
}

/** As much of a body as is kept or came in time: with its status line a destination has answered. */
async function beginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= keptBytes) break;
    }
  } catch {
    // The connection was cut or the time ran out: what came is the answer.
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, keptBytes), { stream: true });
}
