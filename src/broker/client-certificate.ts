import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionOptions, connect as secure } from 'node:tls';
import { bareHost } from '../base/origin.ts';
import { loopbackLookup } from '../system/loopback-lookup.ts';
import { isCertificateAlert } from './faults.ts';
import type { ProbeOptions } from './probe.ts';

/** Waits this long for the reply to the certificate, of a server that sends no ticket for it. */
const replyMs = 1000;

/**
 * The alert with which a server rejects the certificate of this client; undefined if it does not. With TLS 1.3 the alert comes after
 * the handshake, and the system drops it if something was sent meanwhile, so this connection sends nothing.
 */
export async function certificateAlert(
  server: URL,
  options: ConnectionOptions,
  { signal, timeoutMs }: ProbeOptions,
): Promise<unknown> {
  const host = bareHost(server);
  const ended = { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) };
  const socket = connect({ host, port: Number(server.port), lookup: loopbackLookup });
  try {
    await once(socket, 'data', ended);
    const secured = secure({ socket, servername: isIP(host) ? '' : host, ...options }).on('error', () => {});
    // A ticket for the session follows an accepted certificate.
    const ticket = Promise.race([once(secured, 'session', ended), once(secured, 'close', ended)]);
    await Promise.race([
      ticket,
      once(secured, 'secureConnect', ended).then(() => pause(replyMs, undefined, { ...ended, ref: false })),
    ]);
    return undefined;
  } catch (error) {
    return isCertificateAlert(error) ? error : undefined;
  } finally {
    socket.on('error', () => {}).destroy();
  }
}
