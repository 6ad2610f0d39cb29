import { UsageError } from '../errors.ts';
import { inputBytes } from '../terminal/input.ts';
import type { Context } from './context.ts';

/**
 * The certificate and key of `--tls-cert` and `--tls-key`; undefined without them.
 * @throws {UsageError} for one without the other, and for unreadable files
 */
export async function certificateOf(
  { tlsCert, tlsKey }: { tlsCert?: string | undefined; tlsKey?: string | undefined },
  { host }: Pick<Context, 'host'>,
): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError('--tls-cert and --tls-key must be given together.');
  }
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  return { cert: await inputBytes('--tls-cert', tlsCert, host), key: await inputBytes('--tls-key', tlsKey, host) };
}
