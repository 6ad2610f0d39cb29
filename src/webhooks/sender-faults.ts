import { monotonicMs } from '../base/clock.ts';

/** Failures of a request before it becomes a delivery, each with its correction. */
const faults = {
  tls: 'TLS at an http port: use --tls-cert, or http:// in --public-url.',
  plain: 'HTTP at an https port: use https:// in --public-url, or listen without --tls-cert.',
  certificate:
    'A sender rejected the certificate of the listener: it must trust the authority, and the name in the URL must be in it.',
  silent:
    'A sender ended a TLS connection without a request, as senders do that do not trust the certificate of the listener.',
  http2: 'HTTP/2 at a port for HTTP/1.1: let the proxy or the sender use HTTP/1.1.',
  headers: 'Too large headers: look for a proxy that adds headers or cookies.',
  body: 'A request ended before its body was complete: its Content-Length must be the number of bytes that are sent.',
  slow: 'A request was not complete in time: look for a sender or a proxy that is slow or stops half-way.',
  head: 'A request that is not HTTP, or ended before its headers were complete.',
} as const;
export type SenderFault = keyof typeof faults;

const minuteMs = 60_000;

/** Returns a function that reports each kind of fault at most once a minute. */
export function createFaultReport(
  report: (message: string) => void,
  clock = monotonicMs,
): (fault: SenderFault) => void {
  const reported = new Map<SenderFault, number>();
  return (fault) => {
    const now = clock();
    if (now - (reported.get(fault) ?? -minuteMs) < minuteMs) return;
    reported.set(fault, now);
    report(faults[fault]);
  };
}

/** Returns the fault that explains an error of Node.js. */
export function faultOf(
  { code = '', rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer },
  inBody: boolean,
): SenderFault {
  if (code === 'ERR_SSL_HTTP_REQUEST') return 'plain';
  if (code.startsWith('ERR_SSL_') && /CERTIFICATE|UNKNOWN_CA/.test(code)) return 'certificate';
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' || code === 'ERR_TLS_HANDSHAKE_TIMEOUT') return 'slow';
  if (inBody) return 'body';
  // A TLS handshake begins with the type 22 and the major version 3.
  if (rawPacket?.[0] === 22 && rawPacket[1] === 3) return 'tls';
  return rawPacket?.toString('latin1').startsWith('PRI * HTTP/2') ? 'http2' : 'head';
}
