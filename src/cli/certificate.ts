import { UsageError } from '../errors.ts';
import { inputBytes } from '../terminal/input.ts';
import type { Context } from './context.ts';

/**
 * The certificate and the key that `--tls-cert` and `--tls-key` name; undefined without them.
 * @throws {UsageError} for one without the other, and for files that cannot be read
 */
export async function certificateOf(
  { tlsCert, tlsKey }: { tlsCert?: string | undefined; tlsKey?: string | undefined },
  { host }: Pick<Context, 'host'>,
): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError('--tls-cert and --tls-key go together.');
  }
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  return { cert: await inputBytes('--tls-cert', tlsCert, host), key: await inputBytes('--tls-key', tlsKey, host) };
}
