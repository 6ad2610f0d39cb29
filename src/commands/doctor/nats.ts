import { defaultStream } from '../../base/nats-url.ts';
import { grouped } from '../../base/text.ts';
import type { Broker } from '../../broker/connection.ts';
import { connectBroker } from '../../cli/broker.ts';
import { type Finding, ok, warning } from './result.ts';
import type { Subject } from './subject.ts';

/** The NATS server, its credentials, its largest message and the stream of deliveries; nothing where no server is set. @throws {SvcError} as any command */
export async function checkNats({ context, limitMs }: Subject): Promise<Finding[]> {
  if (context.settings.value('nats') === undefined) return [];
  const broker = await connectBroker(undefined, {}, context, limitMs);
  try {
    return [greeting(broker), ...(await sizeOf(broker)), await streamOf(broker)];
  } finally {
    await broker.close();
  }
}

function greeting({ connection, server }: Broker): Finding {
  const { version = '' } = connection.info ?? {};
  return ok(`Connected to ${server.host}, nats-server ${version}.`);
}

async function sizeOf({ connection, server }: Broker): Promise<Finding[]> {
  const { largestDelivery } = await import('../../broker/publisher.ts');
  const { max_payload: largest = 0 } = connection.info ?? {};
  if (largest >= largestDelivery) return [];
  const limit = `${server.host} accepts messages of ${grouped(largest)} bytes; the largest delivery needs`;
  return [warning(`${limit} ${grouped(largestDelivery)}.`, 'Set max_payload: 2MB in the configuration of the server.')];
}

async function streamOf(broker: Broker): Promise<Finding> {
  const [{ openStreams }, { subjects }] = await Promise.all([
    import('../../broker/streams.ts'),
    import('../../broker/message.ts'),
  ]);
  await (await openStreams(broker)).require(defaultStream, subjects.deliveries);
  return ok(`The stream "${defaultStream}" accepts deliveries.`);
}
