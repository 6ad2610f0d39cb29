import { type IncomingHttpHeaders, request } from 'node:http';

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  json<T = Record<string, unknown>>(): T;
}

export interface Sent {
  token?: string | undefined;
  body?: string;
  headers?: Record<string, string>;
}

/** The media type alone, without parameters. */
export function mediaType(reply: Reply): string {
  return (reply.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
}

/** Sends a literal HTTP request; redirects are not followed. */
export function send(method: string, url: string, { token, body, headers = {} }: Sent = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method,
        agent: false,
        headers: {
          accept: 'application/vnd.api+json, application/json, */*',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/vnd.api+json', 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString('utf8');
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            bytes,
            text,
            json: <T>() => JSON.parse(text) as T,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export const get = (url: string, sent?: Sent) => send('GET', url, sent);
export const post = (url: string, sent?: Sent) => send('POST', url, sent);
export const patch = (url: string, sent?: Sent) => send('PATCH', url, sent);
export const remove = (url: string, sent?: Sent) => send('DELETE', url, sent);
