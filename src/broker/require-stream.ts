import { JetStreamApiCodes, type JetStreamManager, type StreamInfo } from '@nats-io/jetstream';
import { NotFoundError } from '../base/errors.ts';
import { defaultStream } from '../base/nats-url.ts';
import { codeOfApi, faultOf } from './faults.ts';
import { subjects } from './message.ts';

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

/**
 * The information about a stream.
 * @throws {NotFoundError} naming the stream that has the deliveries; without one, the command that creates it
 */
export async function requireStream(
  manager: Pick<JetStreamManager, 'streams'>,
  name: string,
  server: URL,
): Promise<StreamInfo> {
  const info = await findStream(manager, name, server);
  if (info) return info;
  const hint = (await otherHint(manager)) ?? createHint(name);
  throw new NotFoundError(`No stream "${name}" at ${server.host}.`, { hint });
}

/** A server accepts no second stream of deliveries. */
async function otherHint({ streams }: Pick<JetStreamManager, 'streams'>): Promise<string | undefined> {
  // The request fails without such a stream, and for a user who may not ask.
  const other = await streams.find(subjects.deliveries).catch(() => undefined);
  // The hint may be pasted into a shell.
  return other && /^[\w-]+$/.test(other) ? `The deliveries are in the stream "${other}": --stream ${other}` : undefined;
}

/** The command that creates a stream. */
const createHint = (name: string) => `svc webhook stream create${streamFlag(name)}`;

/** What a command needs to mean this stream; nothing for the default one. */
const streamFlag = (name: string) => (name === defaultStream ? '' : ` --stream ${name}`);
