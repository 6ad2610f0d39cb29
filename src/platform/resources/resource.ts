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

/**
 * A field of a resource. Documents and writes use the same name for it. Without properties it is an attribute that is compared and
 * sent unchanged.
 */
export interface Field {
  /** The type of the resources that the field refers to, if it is a relationship instead of an attribute. */
  to?: 'agent-pools' | 'projects' | 'users' | 'workspaces';
  /** True for a relationship to a single resource, which null clears. */
  single?: true;
  /** True if no response has the field. */
  secret?: true;
  /** The only write that accepts the field. */
  only?: 'create' | 'update';
  /** Returns whether a thing with these attributes can have the field; an export includes such a field even if it is empty. */
  isPart?(attributes: Row['attributes']): boolean;
  /** True if the text may contain a credential. A document may then give its source instead, and svc treats it as a secret. */
  credential?: true;
  /** The value that a creation sends if none is declared. */
  initial?: unknown;
  /** The value that a replacement sends if none is declared (default for a relationship: no targets). */
  empty?: unknown;
  /** Returns the form in which two values are compared (default: unchanged). */
  compared?(value: unknown): unknown;
}

/** Creates attributes without properties, from their names with blanks between them. */
export function plain(names: string): Record<string, Field> {
  return Object.fromEntries(names.split(' ').map((name) => [name, {}]));
}

/** The properties of a resource for `list`, for `show`, and for the prompt that picks one. */
export interface Listed<Live> {
  /** The noun of its commands, such as `agent-pool`; undefined if it has no commands. */
  kind?: string;
  /** The singular for messages: `agent pool`. */
  one: string;
  list: Endpoint;
  view: View<Live>;
  /** The message for an empty list (default: such as `No agent pools in acme.`). */
  emptyMessage?: string;
  /** Returns the name by which people know a thing (default: its `name`). */
  label?(row: Live): string | null | undefined;
  /** Returns the property that distinguishes things of the same name, for prompts and completions. */
  detail?(row: Live): unknown;
  /** The prefix of ids, if commands also accept a name: a text without the prefix is a name. */
  prefix?: string;
  /** The query parameter that searches for a part of the name. Without one, the whole list is read. */
  search?: string;
  /** The query parameter that filters by names, separated by commas. */
  filter?: string | undefined;
  /** The property that commands find a thing by, if it is not the name: `e-mail address`. */
  key?: string;
  /** True if a typed name may start with another organization: `acme/platform`. */
  isQualified?: true;
}

/** Returns the name by which people know a thing, if it has one. */
export function labelOf<Live extends { attributes: object }>(
  { label }: Pick<Listed<Live>, 'label'>,
  row: Live,
): unknown {
  return label ? label(row) : Reflect.get(row.attributes, 'name');
}

/** Returns the path parameter for the organization or workspace of a list; undefined for a list of the whole site. */
export function placeIn({ list: { path } }: Pick<Resource, 'list'>): string | undefined {
  return /:(workspace_id|organization_name)/.exec(path)?.[1];
}

/** A part that a document of a site can declare, with its kind in plans and records. */
export interface Declarable {
  kind: string;
  /** The singular for messages: `agent pool`. */
  one: string;
  type: string;
  /** Schemas of the attributes in a document. */
  shape: Shape;
  /** Returns the mistakes of an entry that depend on several fields, by field. */
  rules?(entry: Row['attributes']): Readonly<Record<string, Complaint | Complaint[]>>;
  /** Returns the warnings about an entry, which is sent anyway. */
  entryWarnings?(entry: Row['attributes']): string[];
  /** Adds defaults to an entry, and replaces words that only flags and documents know (default: unchanged). */
  complete?(entry: Row['attributes']): Row['attributes'];
  /** The fields of the part in a document, in the order of an export. */
  fields: Readonly<Record<string, Field>>;
  /** The edition that has the part (default: the edition of its update). */
  edition?: Edition;
  /** The update; its access determines who may write the resource. */
  update: Endpoint;
  /**
   * assumed: the permissions that allow the update to callers who do not own the organization
   * (docs/protocol/lookups.md#organizations).
   */
  permissions?: readonly string[];
}

/** A part that exists once, for the site or for an organization. */
export interface Setting<Live = Pick<Row, 'attributes'>> extends Declarable {
  show: Endpoint;
  read(call: Call, organization: string): Promise<Live | undefined>;
}

/** A part that exists any number of times: in an organization, in each of its workspaces, or for the site. */
export interface Resource extends Declarable {
  /** Returns the identity of a thing. Two things with the same identity in the same place are duplicates. */
  identity(attributes: Row['attributes']): string;
  /** The sets of fields of which each determines the identity (default: the name). */
  identifiedBy?: readonly (readonly string[])[];
  list: Endpoint;
  create: Endpoint;
  remove: Endpoint;
  /**
   * Replaces the error of a failed write by an explanation.
   * @param result what the failure prevented: `was not created`
   * @param hint what to do about it
   */
  verified?<Reply>(reply: Promise<Reply>, result: string, hint: string): Promise<Reply>;
  /** The most things that one organization or workspace can have. */
  maxCount?: number;
  /** Returns what an entry lacks for a creation, as the end of a sentence. */
  missingPart?(entry: Row['attributes']): string | undefined;
  /** The warning about an update of a thing in use. */
  inUseWarning?: string;
  /** Returns the warnings about a deletion. */
  warnings?(id: string, call: Call): Promise<string[]>;
  /** Returns the reason why a document cannot declare a live thing. */
  whyUndeclarable?(row: Row): string | undefined;
  /**
   * Returns the comments of an export about an entry.
   * @param secrets the secrets that an apply sent, with their versions
   */
  comments?(row: Row, secrets: Readonly<Record<string, { version?: number | undefined }>>): string[];
}
