import type { Endpoint } from '../contract/endpoint.ts';
import type { View } from '../terminal/view.ts';

/** A resource in a response of the service. */
export interface Row {
  id: string;
  attributes: Readonly<Record<string, unknown>>;
  relationships?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A field of a resource, by the name that documents and writes give it. Without properties it is an attribute, compared and sent as it is. */
export interface Field {
  /** The type of what it refers to: a relationship instead of an attribute. */
  to?: 'agent-pools' | 'projects' | 'users' | 'workspaces';
  /** The relationship is to one resource, and null clears it. */
  single?: true;
  /** Never in a response. */
  secret?: true;
  /** The only write that accepts it. */
  only?: 'create' | 'update';
  /** Whether a thing with these attributes has it: an export shows it then, even if it is empty. */
  isPart?(attributes: Row['attributes']): boolean;
  /** What a creation sends for it if nothing is declared. */
  initial?: unknown;
  /** What a replacement makes of it if nothing is declared. A relationship becomes empty. */
  empty?: unknown;
}

/** Attributes without properties, by their names with blanks between them. */
export function plain(names: string): Record<string, Field> {
  return Object.fromEntries(names.split(' ').map((name) => [name, {}]));
}

/** What `list`, `show` and the prompt for one of a list need to know. */
export interface Listed<Live> {
  /** For messages: `agent pool`. */
  one: string;
  list: Endpoint;
  view: View<Live>;
  /** The message for an empty list, where it is not `No agent pools in acme.` */
  none?: string;
  /** What a person calls it (default: its name). */
  label?(row: Live): string | null | undefined;
}

/** The parameter that says where a list is, in a workspace or an organization; undefined for one of the whole site. */
export function placeIn({ list: { path } }: Pick<Resource, 'list'>): string | undefined {
  return /:(workspace_id|organization_name)/.exec(path)?.[1];
}

/** What the documents of a site can declare. */
export interface Resource {
  /** The kind of it in plans and records. */
  kind: string;
  /** For messages: `agent pool`. */
  one: string;
  /** The type in requests. */
  type: string;
  /** What makes two of a place the same. */
  identity(attributes: Readonly<Record<string, unknown>>): string;
  /** In the order of an export. */
  fields: Readonly<Record<string, Field>>;
  list: Endpoint;
  create: Endpoint;
  update: Endpoint;
  remove: Endpoint;
  /** Tells why a write failed. @param result what that leaves: `was not created`. @param hint what to do about it */
  verified?<Reply>(reply: Promise<Reply>, result: string, hint: string): Promise<Reply>;
}
