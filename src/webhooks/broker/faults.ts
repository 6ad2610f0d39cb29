import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { JetStreamStatusError, jserrors } from '@nats-io/jetstream/internal';
import { errors } from '@nats-io/transport-node';
import { asFault } from '../../api/client/faults.ts';
import { codeOf } from '../../api/client/transport-fault.ts';
import { AuthError, NetworkError, NotFoundError, RejectedError, SvcError, TryLaterError } from '../../base/errors.ts';

const credentialsHint = 'Use --nats-creds-file, or specify the URL with USER:PASSWORD@ or TOKEN@ in SVC_NATS.';

export const portHint =
  'Check the URL: the port of clients is 4222 by default, not that of monitoring (8222) or of a cluster (6222).';

export const certificateHint = 'Use --nats-cert-file, a PEM file with the certificate and its key.';

/** Returns whether a server rejected the certificate of this client. Newer versions of Node call the protocol `SSL/TLS`. */
export function isCertificateAlert(error: unknown): boolean {
  return /^ERR_SSL_[\w/]+_ALERT_(UNKNOWN_CA|ACCESS_DENIED|\w*CERTIFICATE\w*)$/.test(codeOf(error));
}

/**
 * Converts an error of the library or of a socket to an SvcError; `server` is the server of the connection. Quotes texts of the server
 * unchanged, because the terminal escapes them.
 */
export function faultOf(error: unknown, server: URL): SvcError {
  if (error instanceof SvcError) return error;
  if (isForbidden(error)) return faultOf((error as Error).cause, server);
  const { host } = server;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof errors.PermissionViolationError) {
    const act = error.operation === 'publish' ? 'publish to' : 'subscribe to';
    return new AuthError(`The NATS user may not ${act} ${error.subject} at ${host}.`, {
      hint: 'docs/guides/team-listener.md lists the permissions of a publisher and of a reader.',
      cause: error,
    });
  }
  if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError) {
    return new AuthError(`${host} rejected the credentials (${message}).`, { hint: credentialsHint, cause: error });
  }
  if (
    error instanceof jserrors.JetStreamNotEnabled ||
    codeOfApi(error) === JetStreamApiCodes.JetStreamNotEnabledForAccount
  ) {
    return new RejectedError(`JetStream is not enabled at ${host}, or not for this account.`, {
      hint: 'Start the server with -js, or add jetstream {} to its configuration.',
      cause: error,
    });
  }
  if (error instanceof JetStreamApiError) return ofApi(error, host);
  if (error instanceof JetStreamStatusError) {
    const Fault = error.code === 409 ? NotFoundError : RejectedError;
    return new Fault(`${host} ended the reading: ${message}.`, { cause: error });
  }
  if (error instanceof errors.TimeoutError || error instanceof errors.RequestError) {
    return new NetworkError(`${host} did not answer in time.`, { retryable: true, cause: error });
  }
  if (error instanceof errors.ProtocolError)
    return new TryLaterError(`${host} ended the connection: ${message}.`, { retryable: true, cause: error });
  if (isCertificateAlert(error)) {
    return new AuthError(`${host} rejected the client certificate (${codeOf(error)}).`, {
      hint: `${certificateHint} The server must trust their CA.`,
      cause: error,
    });
  }
  const retryable = { retryable: true, hint: portHint, cause: error };
  if (isDisconnect(error)) return new NetworkError(`${host} closed the connection.`, retryable);
  if (codeOf(error) === '') return new NetworkError(`Connection to ${host} failed: ${message}.`, retryable);
  // Replace the hint, which is for an HTTP address.
  const { message: words, hint, lasting } = asFault(error, '', server);
  const start = 'Start it with nats-server -js, or set SVC_NATS to the URL of another server.';
  const tlsHint = server.protocol === 'nats:' ? `${hint} It applies to tls://${host}.` : hint;
  return new NetworkError(words, { retryable: !lasting, hint: lasting ? tlsHint : start, cause: error });
}

/** Returns whether a request failed because the user lacks the permission for it. */
export function isForbidden(error: unknown): boolean {
  return error instanceof errors.RequestError && error.cause instanceof errors.PermissionViolationError;
}

/** Returns the error code of JetStream's API; undefined for other errors. */
export function codeOfApi(error: unknown): number | undefined {
  return error instanceof JetStreamApiError ? error.code : undefined;
}

/** Returns whether the server ended a connection. nats-core 3.3 reports an end without a socket error by this text, without a code. */
export function isDisconnect(error: unknown): boolean {
  if (/^(ECONNRESET|EPIPE)$/.test(codeOf(error))) return true;
  return error instanceof errors.ConnectionError && codeOf(error) === '' && error.message === 'connection refused';
}

function ofApi(error: JetStreamApiError, host: string): SvcError {
  const message = `${host} rejected the request: ${error.message}.`;
  if (error.status === 404) return new NotFoundError(message, { status: 404, cause: error });
  if (error.status > 500) return new TryLaterError(message, { status: error.status, retryable: true, cause: error });
  return new RejectedError(message, { status: error.status, cause: error });
}
