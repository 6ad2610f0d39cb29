import { PassThrough, Writable } from 'node:stream';

/** A stream that records its input. */
export function sink(options: { isTTY?: boolean; columns?: number } = {}) {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream: Object.assign(stream, options), text: () => Buffer.concat(chunks).toString('utf8') };
}

/** An input stream with one text. */
export function source(text: string, isTTY = false) {
  const stream = Object.assign(new PassThrough(), { isTTY });
  stream.end(text);
  return stream;
}
