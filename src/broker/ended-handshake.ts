import { ProtocolHandler } from '@nats-io/transport-node';

const { disconnected } = ProtocolHandler.prototype;

/**
 * Ends an attempt to connect as soon as its connection ends. The library drops that error and waits for the time limit, and with
 * TLS 1.3 a server rejects a client certificate only after the handshake, when the connection counts as made.
 */
ProtocolHandler.prototype.disconnected = function (this: ProtocolHandler, error?: Error): Promise<void> {
  // The end of an earlier attempt may be reported during the next one.
  if (this.transport.isClosed) this.connectError?.(error ?? Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  return disconnected.call(this, error);
};
