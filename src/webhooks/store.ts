import { NotFoundError, UsageError } from '../base/errors.ts';
import { type Delivery, isAccepted } from './delivery.ts';

export type Order = 'oldest-first' | 'newest-first';

export interface DeliveryQuery {
  order?: Order | undefined;
  where?: ((delivery: Delivery) => boolean) | undefined;
  since?: Date | undefined;
  limit?: number | undefined;
}

/** Stored deliveries: the journal of this machine, or a stream. */
export interface DeliveryStore {
  readonly name: string;
  read(query?: DeliveryQuery): AsyncGenerator<Delivery>;
  /** Returns a delivery. @throws {NotFoundError} if no id has this prefix; {UsageError} if several have */
  find(idOrPrefix: string): Promise<Delivery>;
  /** Publishes a delivery again under a new id; a dead letter only for its readers. A journal lacks this method. */
  again?(delivery: Delivery): Promise<{ id: string; onlyFor: string | undefined }>;
  /** Yields deliveries that are stored after the call, until the signal aborts. */
  follow(signal: AbortSignal, where?: (delivery: Delivery) => boolean): AsyncGenerator<Delivery>;
}

/** Yields the deliveries that match a query; `deliveries` must be in the query's order. */
export async function* matching(
  deliveries: AsyncIterable<Delivery> | Iterable<Delivery>,
  { limit: remaining = Number.POSITIVE_INFINITY, where = () => true }: DeliveryQuery,
): AsyncGenerator<Delivery> {
  for await (const delivery of deliveries) {
    if (!where(delivery)) continue;
    yield delivery;
    remaining -= 1;
    if (remaining <= 0) return;
  }
}

/** Names that select the newest delivery of a kind; no id starts with them. */
export const newestOf: Readonly<Record<string, { what: string; where: (delivery: Delivery) => boolean }>> = {
  last: { what: 'delivery', where: () => true },
  'last-rejected': { what: 'rejected delivery', where: (delivery) => !isAccepted(delivery) },
};

export const deliveryWords = 'id of the delivery, a prefix of it, last, or last-rejected';

/** Returns a delivery by id or prefix; `hint` is the command that lists ids. @throws {NotFoundError}; {UsageError} for several */
export async function findDelivery(
  { name, read }: Pick<DeliveryStore, 'name' | 'read'>,
  idOrPrefix: string,
  hint = 'svc webhook list',
): Promise<Delivery> {
  const prefix = idOrPrefix.toLowerCase();
  const newest = Object.hasOwn(newestOf, prefix) ? newestOf[prefix] : undefined;
  if (newest !== undefined) {
    for await (const delivery of read({ order: 'newest-first', limit: 1, where: newest.where })) return delivery;
    throw new NotFoundError(`No ${newest.what} in ${name}.`, { hint });
  }
  if (!/^[0-9a-z]+$/.test(prefix)) throw new UsageError(`Invalid delivery id "${idOrPrefix}".`);
  let match: Delivery | undefined;
  for await (const delivery of read({ order: 'newest-first', where: ({ id }) => id.startsWith(prefix) })) {
    if (delivery.id === prefix) return delivery;
    if (match && match.id !== delivery.id) {
      throw new UsageError(`Several deliveries start with ${prefix}, for example ${match.id} and ${delivery.id}.`, {
        hint: 'Specify more characters of the id.',
      });
    }
    match ??= delivery;
  }
  if (!match) throw new NotFoundError(`No delivery in ${name} starts with ${prefix}.`, { hint });
  return match;
}
