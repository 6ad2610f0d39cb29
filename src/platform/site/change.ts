import type { Place } from '../../base/place.ts';
import type { AttributeChange } from '../resources/comparison.ts';
import { type PartName, partNames } from '../resources/index.ts';
import type { SecretSource } from './schema.ts';

/** A difference between the documents and the service, as it is shown. */
export interface Change {
  /** `unknown` for what cannot be compared. */
  action: 'create' | 'update' | 'delete' | 'unknown';
  kind: string;
  workspace: string | null;
  name: string;
  changes: AttributeChange[];
  warnings: string[];
}

/** What a change is about, as the record finds it again. */
export interface Thing {
  kind: string;
  organization: string | null;
  workspace: string | null;
  'workspace-id'?: string | undefined;
  name: string;
  /** The name of the document that declares it. */
  document?: string | undefined;
}

/** A secret as it is shown: its source and version, never its value. One that was sent before has no source. */
export class Secret {
  constructor(readonly secret: SecretSource | 'unknown') {}
}

/** A secret of a document that a change sends. */
export interface SecretUse {
  attribute: string;
  source: SecretSource;
  at: Place;
  folder: string;
}

/** The values of secrets by attribute. */
export type SecretValues = Readonly<Record<string, string>>;

/** The result of a write. */
export interface Sent {
  /** The id of what was created. */
  id?: string | undefined;
  /** What else to report, such as a configuration that was saved disabled. */
  note?: string | undefined;
}

/** A change that can be carried out. */
export interface Step extends Change {
  thing: Thing;
  /** The id of the existing thing. */
  id: string | undefined;
  /** What is deleted, as it was when it was compared. */
  seen?: string | undefined;
  /** Why it cannot be carried out, such as two things of one identity. */
  conflict?: string | undefined;
  /** The step that must succeed first, as it was declared. */
  needs?: Step | undefined;
  /** Whether it deletes what only the record knows. */
  isPruning?: boolean;
  /** The id of the thing that is deleted when this creation is confirmed. */
  replaces?: string | undefined;
  secrets: readonly SecretUse[];
  /** Steps of one phase run side by side, phases one after the other. */
  phase: number;
  /** What the record stores to compare with later, where the service does not show it. */
  digest?: string | undefined;
  /** Compares with what is live now; undefined if nothing is left to do. */
  again(): Promise<Step | undefined>;
  /** Lets the next comparison read what is live. Without it, a list that was read is carried on from the replies to its writes. */
  renew?: (() => void) | undefined;
  /**
   * Deletes the thing that this step created if another apply created an equal one before it, whose id it returns; undefined if it is alone.
   * @throws {CheckFailedError} naming others of its identity
   */
  withdraw?(id: string): Promise<string | undefined>;
  /** @param created called with the id of a new thing and the secrets it got, when more requests follow */
  send(secrets: SecretValues, created: (id: string, sent: readonly SecretUse[]) => void): Promise<Sent>;
}

/** A change as it is written for programs. */
export function changeOf({ action, changes, kind, name, warnings, workspace }: Step): Change {
  return { action, kind, workspace, name, changes, warnings };
}

/** What two things of a kind may not share. */
export const sharedBy = ({ kind }: Pick<Thing, 'kind'>) => (kind === 'oauth-client' ? 'identity' : 'name');

/** What a kind is called: `agent pool`. */
export function kindText({ kind }: Pick<Thing, 'kind'>): string {
  return kind.replaceAll('-', ' ').replace('oauth', 'OAuth');
}

/** A step about a thing; what it does not give is empty. */
export function stepOf(thing: Thing, given: Pick<Step, 'action' | 'phase' | 'again' | 'send'> & Partial<Step>): Step {
  const { kind, name, workspace } = thing;
  return { kind, workspace, name, changes: [], warnings: [], secrets: [], id: undefined, thing, ...given };
}

/** When a part is written: after those that it may refer to; its things are deleted before those. Teams and notifications refer to none. */
export function phaseOf(name: PartName, deletes = false): number {
  const phase = Math.min(partNames.indexOf(name), partNames.indexOf('teams'));
  return deletes ? 2 * partNames.length - phase : phase;
}

/** The attributes of something new. */
export function initial(declared: object): AttributeChange[] {
  return Object.entries(declared).flatMap(([attribute, to]) => (to === undefined ? [] : { attribute, from: null, to }));
}

/** The secrets of a change as attributes. @param known the versions that an existing thing got, as far as the record knows */
export function secretChanges(
  secrets: readonly SecretUse[],
  known?: Readonly<Record<string, number | null>>,
): AttributeChange[] {
  return secrets.map(({ attribute, source }) => {
    const sent = known?.[attribute];
    const before = new Secret(sent ? { version: sent } : sent === null ? {} : 'unknown');
    return { attribute, from: known === undefined ? null : before, to: new Secret(source) };
  });
}

/** Whether a change, compared again, is still the one that was shown, of the same thing. */
export function isSame(one: Step, other: Step): boolean {
  const essence = ({ action, changes, id, name, seen, workspace }: Step) =>
    JSON.stringify({ action, changes, id, name, seen, workspace });
  return essence(one) === essence(other);
}

/** The attributes without those that are undefined. */
export function defined<Attributes extends object>(
  attributes: Attributes,
): { [Name in keyof Attributes]: Exclude<Attributes[Name], undefined> } {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as never;
}
