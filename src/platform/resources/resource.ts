import type { Call, Edition, Endpoint } from '../../api/contract/endpoint.ts';
import type { Shape } from '../../api/contract/jsonapi.ts';
import type { View } from '../../base/view.ts';

type Complaint = string | false | undefined;

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
  /** Its text may be a credential: a document may give a source instead, which makes it a secret. */
  credential?: true;
  /** What a creation sends for it if nothing is declared. */
  initial?: unknown;
  /** What a replacement sends for it if nothing is declared. For a relationship that is nothing. */
  empty?: unknown;
  /** Returns the form in which two values are compared (default: as they are). */
  compared?(value: unknown): unknown;
}

/** Attributes without properties, by their names with blanks between them. */
export function plain(names: string): Record<string, Field> {
  return Object.fromEntries(names.split(' ').map((name) => [name, {}]));
}

/** What `list`, `show` and the prompt for one of a list need to know. */
export interface Listed<Live> {
  /** The noun of its commands, if it has some. */
  kind?: string;
  /** For messages: `agent pool`. */
  one: string;
  list: Endpoint;
  view: View<Live>;
  /** The message for an empty list, where it is not `No agent pools in acme.` */
  none?: string;
  /** What a person calls it (default: its name). */
  label?(row: Live): string | null | undefined;
  /** What tells apart those of one name, for prompts and completions. */
  detail?(row: Live): unknown;
  /** The start of the ids of what is typed by its name too: any other text is a name. */
  prefix?: string;
  /** The query parameter for a part of the name; without it, the whole list is read. */
  search?: string;
  /** The query parameter for names, separated by commas. */
  filter?: string;
  /** What it is found by, if not by a name: `e-mail address`. */
  by?: string;
  /** Its name may stand behind that of another organization: `acme/platform`. */
  isQualified?: true;
}

/** What a person calls a thing, if anything. */
export function labelOf<Live extends { attributes: object }>(
  { label }: Pick<Listed<Live>, 'label'>,
  row: Live,
): unknown {
  return label ? label(row) : Reflect.get(row.attributes, 'name');
}

/**
 * Returns the parameter that says where a list is, in a workspace or an organization; undefined for one of the whole
 * site.
 */
export function placeIn({ list: { path } }: Pick<Resource, 'list'>): string | undefined {
  return /:(workspace_id|organization_name)/.exec(path)?.[1];
}

/** What a document of a site can declare, with its kind in plans and records. */
export interface Declarable {
  kind: string;
  /** For messages: `agent pool`. */
  one: string;
  /** The type in requests. */
  type: string;
  /** Schemas of the attributes in a document. */
  shape: Shape;
  /** What is wrong with an entry of a document, by field, where no schema of one field can tell. */
  rules?(entry: Row['attributes']): Readonly<Record<string, Complaint | Complaint[]>>;
  /** Returns the warnings about an entry that is sent all the same. */
  doubts?(entry: Row['attributes']): string[];
  /** Returns an entry with the defaults and the words of the flags (default: as it is). */
  complete?(entry: Row['attributes']): Row['attributes'];
  /** Those of a document, in the order of an export. */
  fields: Readonly<Record<string, Field>>;
  /** The edition that it exists in (default: that of its update). */
  edition?: Edition;
  /** Its access is who may write the resource. */
  update: Endpoint;
  /** assumed: the permissions that allow it to callers who do not own the organization (docs/protocol/lookups.md#organizations). */
  permissions?: readonly string[];
}

/** What exists once, for the site or for an organization. */
export interface Setting<Live = Pick<Row, 'attributes'>> extends Declarable {
  show: Endpoint;
  /** Undefined if the service does not show it. */
  read(call: Call, organization: string): Promise<Live | undefined>;
}

/** What exists any number of times: in an organization, in each of its workspaces, or for the site. */
export interface Resource extends Declarable {
  /** What makes two of a place the same. */
  identity(attributes: Row['attributes']): string;
  /** The sets of fields that tell the identity (default: the name). */
  identifiedBy?: readonly (readonly string[])[];
  list: Endpoint;
  create: Endpoint;
  remove: Endpoint;
  /** Tells why a write failed. @param result what that leaves: `was not created`. @param hint what to do about it */
  verified?<Reply>(reply: Promise<Reply>, result: string, hint: string): Promise<Reply>;
  /** The most that a place can hold. */
  most?: number;
  /** Why an entry of a document cannot be created, as the end of a sentence. */
  lacks?(entry: Row['attributes']): string | undefined;
  /** The warning about an update of what is in use. */
  inUse?: string;
  /** Returns the warnings about a deletion. */
  warnings?(id: string, call: Call): Promise<string[]>;
  /** What keeps a live thing out of a document. */
  foreign?(row: Row): string | undefined;
  /** What an export says about an entry. @param secrets those that an apply sent, with their versions */
  comments?(row: Row, secrets: Readonly<Record<string, { version?: number | undefined }>>): string[];
}
