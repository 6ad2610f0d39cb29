import type { Call, Endpoint, Input, ReplyOf } from '../../api/contract/endpoint.ts';

export type Row<E> = ReplyOf<E> extends { data: (infer One)[] } ? One : never;

/** The edition of a platform; undefined if the platform does not show it. */
export type KnownEdition = 'self-hosted' | 'hosted' | undefined;

type Paging = { onPage?(document: unknown): void };

export interface Service {
  call: Call;
  list<E extends Endpoint>(endpoint: E, input: Input<E>, options?: Paging): AsyncIterable<Row<E>>;
  edition(): Promise<KnownEdition>;
}

export async function all<One>(rows: AsyncIterable<One>): Promise<One[]> {
  const items: One[] = [];
  for await (const row of rows) items.push(row);
  return items;
}
