import { createHash } from 'node:crypto';
import type { Place } from '../../base/place.ts';
import type { AttributeChange } from '../resources/comparison.ts';
import { type PartName, partNames } from '../resources/index.ts';
import type { SecretStates, Thing } from './record.ts';
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

/** A secret as it is shown: its source and version, never its value. One that was sent before has no source. */
export class Secret {
  constructor(readonly secret: SecretSource | 'unknown') {}
}

export type SecretUse = { attribute: string; source: SecretSource; at: Place; folder: string };

type Sent = { id?: string; note?: string };

export interface Step extends Change {
  thing: Thing;
  id: string | undefined;
  /** A hash of the change and of what it was decided from. */
  seen: string;
  /** Why it cannot be carried out, such as two things of one identity. */
  conflict?: string | undefined;
  /** The step that must succeed first, as it was declared. */
  needs?: Step | undefined;
  /** Whether it deletes what only the record knows. */
  isPruning?: boolean;
  /** The number of things that it deletes, and of members that leave a team. */
  deletions: number;
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
  /** Deletes what this step created if another apply created an equal thing before, and returns its id. @throws {CheckFailedError} naming others of its identity */
  withdraw?(id: string): Promise<string | undefined>;
  /** @param secrets the values by attribute @param created called with the id of a new thing and the secrets it got, when more requests follow */
  send(secrets: Record<string, string>, created: (id: string, sent: readonly SecretUse[]) => void): Promise<Sent>;
}

export function changeOf({ action, changes, kind, name, warnings, workspace }: Step): Change {
  return { action, kind, workspace, name, changes, warnings };
}

/** What two things of a kind may not share. */
export const sharedBy = ({ kind }: Pick<Thing, 'kind'>) => (kind === 'oauth-client' ? 'identity' : 'name');

/** What a kind is called: `agent pool`. */
export function kindText({ kind }: Pick<Thing, 'kind'>): string {
  return kind.replaceAll('-', ' ').replace('oauth', 'OAuth');
}

/** A thing in a sentence: `notification ci in network-production`. */
export function thingText({ kind, name, workspace }: Pick<Thing, 'kind' | 'name' | 'workspace'>): string {
  return `${kind === name ? kind : `${kindText({ kind })} ${name}`}${workspace === null ? '' : ` in ${workspace}`}`;
}

/** A step about a thing, decided from what is live; what it does not give is empty. */
type Given = Pick<Step, 'action' | 'phase' | 'again' | 'send'> & Partial<Omit<Step, 'seen'>>;
export function stepOf(thing: Thing, live: unknown, given: Given): Step {
  const { kind, name, workspace } = thing;
  const none = { changes: [], warnings: [], secrets: [], id: undefined, deletions: given.action === 'delete' ? 1 : 0 };
  const step = { kind, workspace, name, thing, ...none, ...given };
  const essence = [step.action, step.kind, step.workspace, step.name, step.id, step.changes, live];
  return { ...step, seen: createHash('sha256').update(JSON.stringify(essence)).digest('hex') };
}

/** When a part is written: after those that it may refer to; its things are deleted before those. Teams and notifications refer to none. */
export function phaseOf(name: PartName, deletes = false): number {
  const phase = Math.min(partNames.indexOf(name), partNames.indexOf('teams'));
  return deletes ? 2 * partNames.length - phase : phase;
}

export function initial(declared: object): AttributeChange[] {
  return Object.entries(declared).flatMap(([attribute, to]) => (to === undefined ? [] : { attribute, from: null, to }));
}

/** The secrets of a change as attributes. @param known what the record knows of those of an existing thing */
export function secretChanges(secrets: readonly SecretUse[], known?: SecretStates): AttributeChange[] {
  const from = (attribute: string) => (known === undefined ? null : secretOf(known[attribute]));
  return secrets.map(({ attribute, source }) => ({ attribute, from: from(attribute), to: new Secret(source) }));
}

export function secretOf({ state, version }: Partial<SecretStates[string]> = {}): Secret {
  return new Secret(state === 'sent' ? { ...(version !== undefined && { version }) } : 'unknown');
}

export function defined(attributes: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
