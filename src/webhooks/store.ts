import { NotFoundError, UsageError } from '../base/errors.ts';
import { type Delivery, isAccepted } from './delivery.ts';

export type Order = 'oldest-first' | 'newest-first';

/** Which deliveries, and in which order. */
export interface DeliveryQuery {
  /** Oldest first by default. */
  order?: Order | undefined;
  where?: ((delivery: Delivery) => boolean) | undefined;
  since?: Date | undefined;
  limit?: number | undefined;
}

/** Stored deliveries: the journal of this machine, or a stream. */
export interface DeliveryStore {
  /** Its name in a sentence. */
  readonly name: string;
  /** Where it is: a folder, or a stream of a server. */
  readonly path: string;
  read(query?: DeliveryQuery): AsyncGenerator<Delivery>;
  /** @throws {NotFoundError} where none begins like this; {UsageError} where several do */
  find(idOrPrefix: string): Promise<Delivery>;
  /** Stores a delivery once more, with an id of its own; a dead letter for its readers alone. Undefined for a journal. */
  again?(delivery: Delivery): Promise<{ id: string; onlyFor: string | undefined }>;
  /** The deliveries that are stored from now on, until the signal aborts. */
  follow(signal: AbortSignal, where?: (delivery: Delivery) => boolean): AsyncGenerator<Delivery>;
}

/** Returns the deliveries that a query chooses, of those in its order. */
export async function* chosen(
  deliveries: AsyncIterable<Delivery> | Iterable<Delivery>,
  { limit: left = Number.POSITIVE_INFINITY, where = () => true }: DeliveryQuery,
): AsyncGenerator<Delivery> {
  for await (const delivery of deliveries) {
    if (!where(delivery)) continue;
    yield delivery;
    left -= 1;
    if (left <= 0) return;
  }
}

/** Words for a delivery that no id starts with. */
export const newestOf: Readonly<Record<string, { what: string; where: (delivery: Delivery) => boolean }>> = {
  last: { what: 'delivery', where: () => true },
  'last-rejected': { what: 'rejected delivery', where: (delivery) => !isAccepted(delivery) },
};

/** How to name a delivery, for help texts. */
export const deliveryWords = 'id of the delivery, a prefix of it, last, or last-rejected';

/** `hint` is what lists them. @throws {NotFoundError} where no delivery has this id or prefix; {UsageError} where several do */
export async function findDelivery(
  { name, read }: Pick<DeliveryStore, 'name' | 'read'>,
  idOrPrefix: string,
  hint = 'svc webhook list',
): Promise<Delivery> {
  const wanted = idOrPrefix.toLowerCase();
  const newest = Object.hasOwn(newestOf, wanted) ? newestOf[wanted] : undefined;
  if (newest !== undefined) {
    for await (const delivery of read({ order: 'newest-first', limit: 1, where: newest.where })) return delivery;
    throw new NotFoundError(`No ${newest.what} in ${name}.`, { hint });
  }
  if (!/^[0-9a-z]+$/.test(wanted)) throw new UsageError(`Invalid delivery id "${idOrPrefix}".`);
  let found: Delivery | undefined;
  for await (const delivery of read({ order: 'newest-first', where: ({ id }) => id.startsWith(wanted) })) {
    if (delivery.id === wanted) return delivery;
    if (found && found.id !== delivery.id) {
      throw new UsageError(`Several deliveries start with ${wanted}, for example ${found.id} and ${delivery.id}.`, {
        hint: 'Give more characters of the id.',
      });
    }
    found ??= delivery;
  }
  if (!found) throw new NotFoundError(`No delivery in ${name} starts with ${wanted}.`, { hint });
  return found;
}
