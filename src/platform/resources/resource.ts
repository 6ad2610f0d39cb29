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
 * A field of a resource, by the name that documents and writes give it. Without properties it is an attribute that is
 * compared and sent unchanged.
 */
export interface Field {
  /** The type of the target, for a relationship instead of an attribute. */
  to?: 'agent-pools' | 'projects' | 'users' | 'workspaces';
  /** True for a relationship to a single resource, which null clears. */
  single?: true;
  /** True if no response has the field. */
  secret?: true;
  /** The only write that accepts the field. */
  only?: 'create' | 'update';
  /** Returns whether a thing with these attributes has the field: an export then shows it even if it is empty. */
  isPart?(attributes: Row['attributes']): boolean;
  /** True if its text may be a credential: a document may give a source instead, which makes the field a secret. */
  credential?: true;
  /** The value that a creation sends if none is declared. */
  initial?: unknown;
  /** The value that a replacement sends if none is declared; for a relationship, no target. */
  empty?: unknown;
  /** Returns the form in which two values are compared (default: unchanged). */
  compared?(value: unknown): unknown;
}

/** Creates attributes without properties, from their names with blanks between them. */
export function plain(names: string): Record<string, Field> {
  return Object.fromEntries(names.split(' ').map((name) => [name, {}]));
}

/** The properties of a resource for `list`, `show` and the prompt for a row of a list. */
export interface Listed<Live> {
  /** The noun of its commands; undefined without commands. */
  kind?: string;
  /** The singular for messages: `agent pool`. */
  one: string;
  list: Endpoint;
  view: View<Live>;
  /** The message for an empty list, if it is not `No agent pools in acme.` */
  none?: string;
  /** Returns the name that a person uses (default: its name). */
  label?(row: Live): string | null | undefined;
  /** Returns the property that distinguishes things of one name, for prompts and completions. */
  detail?(row: Live): unknown;
  /** The prefix of ids, if people may type a name too: any other text is a name. */
  prefix?: string;
  /** The query parameter for a part of the name; without it, the whole list is read. */
  search?: string;
  /** The query parameter for names, separated by commas. */
  filter?: string | undefined;
  /** The property that finds a thing, if not its name: `e-mail address`. */
  by?: string;
  /** True if the name of another organization may precede its name: `acme/platform`. */
  isQualified?: true;
}

/** Returns the name that a person uses for a thing, if any. */
export function labelOf<Live extends { attributes: object }>(
  { label }: Pick<Listed<Live>, 'label'>,
  row: Live,
): unknown {
  return label ? label(row) : Reflect.get(row.attributes, 'name');
}

/**
 * Returns the parameter for the place of a list, in a workspace or an organization; undefined for a list of the whole
 * site.
 */
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
  /** Returns the mistakes of an entry of a document, by field, that no schema of one field can find. */
  rules?(entry: Row['attributes']): Readonly<Record<string, Complaint | Complaint[]>>;
  /** Returns the warnings about an entry, which is sent nevertheless. */
  doubts?(entry: Row['attributes']): string[];
  /** Completes an entry with the defaults and the words of the flags (default: unchanged). */
  complete?(entry: Row['attributes']): Row['attributes'];
  /** The fields of a document, in the order of an export. */
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
  /** Returns the identity. Things of a place with the same identity are duplicates. */
  identity(attributes: Row['attributes']): string;
  /** The sets of fields that determine the identity (default: the name). */
  identifiedBy?: readonly (readonly string[])[];
  list: Endpoint;
  create: Endpoint;
  remove: Endpoint;
  /**
   * Explains why a write failed.
   * @param result the effect of the failure: `was not created`.
   * @param hint the remedy
   */
  verified?<Reply>(reply: Promise<Reply>, result: string, hint: string): Promise<Reply>;
  /** The largest number of things in a place. */
  most?: number;
  /** Returns the reason why an entry of a document cannot be created, as the end of a sentence. */
  lacks?(entry: Row['attributes']): string | undefined;
  /** The warning about an update of a thing in use. */
  inUse?: string;
  /** Returns the warnings about a deletion. */
  warnings?(id: string, call: Call): Promise<string[]>;
  /** Returns the reason why a live thing cannot be in a document. */
  foreign?(row: Row): string | undefined;
  /**
   * Returns the comments of an export about an entry.
   * @param secrets the secrets that an apply sent, with their versions
   */
  comments?(row: Row, secrets: Readonly<Record<string, { version?: number | undefined }>>): string[];
}
