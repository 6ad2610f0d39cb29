import { JetStreamApiCodes, type JetStreamManager, type StreamInfo } from '@nats-io/jetstream';
import { NotFoundError } from '../errors.ts';
import { codeOfApi, faultOf } from './faults.ts';

/** The information about a stream; undefined if it does not exist. */
export async function findStream(
  { streams }: Pick<JetStreamManager, 'streams'>,
  name: string,
  server: URL,
): Promise<StreamInfo | undefined> {
  try {
    return await streams.info(name);
  } catch (error) {
    if (codeOfApi(error) === JetStreamApiCodes.StreamNotFound) return undefined;
    throw faultOf(error, server);
  }
}

/** The information about a stream. @throws {NotFoundError} naming the command that creates it */
export async function requireStream(
  manager: Pick<JetStreamManager, 'streams'>,
  name: string,
  server: URL,
): Promise<StreamInfo> {
  const info = await findStream(manager, name, server);
  if (info) return info;
  throw new NotFoundError(`No stream "${name}" at ${server.host}.`, { hint: createHint(name) });
}

/** The command that creates a stream. */
const createHint = (name: string) => `svc webhook stream create${streamFlag(name)}`;

/** What a command needs to mean this stream; nothing for the default one. */
export const streamFlag = (name: string) => (name === 'svc-deliveries' ? '' : ` --stream ${name}`);
