/** A resource of any response, which may have relationships. */
interface Resource {
  relationships?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The target of a relationship, with any other fields of the service. */
export interface Related {
  id: string;
  type?: unknown;
}

/** Returns the resources of a to-one or to-many relationship; undefined if the response does not have it. */
export function related({ relationships }: Resource, name: string): Related[] | undefined {
  const { data } = (relationships?.[name] ?? {}) as { data?: unknown };
  if (data === undefined) return undefined;
  return [data ?? []].flat().filter((each): each is Related => typeof (each as Partial<Related>)?.id === 'string');
}

/** Returns the ids of the resources of a relationship. */
export function relatedIds(resource: Resource, name: string): string[] | undefined {
  return related(resource, name)?.map(({ id }) => id);
}

/** Returns the id of the resource in a to-one relationship. */
export function relatedId(resource: Resource, name: string): string | undefined {
  return related(resource, name)?.[0]?.id;
}
