/** A resource that may have relationships, in the form of any response. */
interface Resource {
  relationships?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The target of a relationship, with whatever a service sends beside it. */
export interface Related {
  id: string;
  type?: unknown;
}

/** The resources of a relationship, to one or to many; undefined where the response does not say. */
export function related({ relationships }: Resource, name: string): Related[] | undefined {
  const { data } = (relationships?.[name] ?? {}) as { data?: unknown };
  if (data === undefined) return undefined;
  return [data ?? []].flat().filter((each): each is Related => typeof (each as Partial<Related>)?.id === 'string');
}

/** Their ids. */
export function relatedIds(resource: Resource, name: string): string[] | undefined {
  return related(resource, name)?.map(({ id }) => id);
}

/** The id of the resource in a relationship to one. */
export function relatedId(resource: Resource, name: string): string | undefined {
  return related(resource, name)?.[0]?.id;
}
