import type { Socket } from 'node:net';
import { portOf } from '../origin.ts';
import type { HttpProxy } from './proxy.ts';
import { takesTunnel } from './proxy-transport.ts';

const longestHead = 16 * 1024;

/** The head of a request that a proxy answers before the server sees anything of it, or for the server without a token. */
export function proxyRequest(url: URL, proxy: HttpProxy): string {
  const target = takesTunnel(url, proxy) ? `CONNECT ${url.hostname}:${portOf(url)}` : `HEAD ${url.origin}/`;
  const credentials = proxy.authorization === undefined ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`;
  return `${target} HTTP/1.1\r\nHost: ${url.host}\r\n${credentials}\r\n`;
}

/** Sends the head of a request and returns the status of the answer. */
export function proxyStatus(socket: Socket, head: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (piece: Buffer) => {
      text += piece.toString('latin1');
      if (!text.includes('\r\n\r\n') && text.length < longestHead) return;
      socket.off('data', read).pause();
      const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1]);
      if (status > 0) resolve(status);
      else reject(Object.assign(new Error('no HTTP'), { name: 'HTTPParserError' }));
    };
    const lost = () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    socket.on('data', read).once('error', reject).once('close', lost);
    socket.write(head);
  });
}

/** A host name or address as sockets take it: without the brackets of a URL. */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
