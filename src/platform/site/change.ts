import { createHash } from 'node:crypto';
import type { Place } from '../../base/place.ts';
import type { AttributeChange } from '../resources/comparison.ts';
import { type PartName, partNames } from '../resources/index.ts';
import type { SecretStates, Thing } from './record.ts';
import type { SecretSource } from './schema.ts';

/** A difference between the documents and the service, for display. */
export interface Change {
  /** The kind of change; `unknown` if the values cannot be compared. */
  action: 'create' | 'update' | 'delete' | 'unknown';
  kind: string;
  workspace: string | null;
  name: string;
  changes: AttributeChange[];
  warnings: string[];
}

/** A secret for display: its source and version, never its value. The source of a secret that an earlier apply sent is unknown. */
export class Secret {
  constructor(readonly secret: SecretSource | 'unknown') {}
}

export type SecretUse = { attribute: string; source: SecretSource; at: Place; folder: string };

type Sent = { id?: string; note?: string };

export interface Step extends Change {
  thing: Thing;
  id: string | undefined;
  /** A hash of the change and of the live state that it was decided from. */
  seen: string;
  /** The reason why the step cannot be carried out, such as two things of one identity. */
  conflict?: string | undefined;
  /** The step that must succeed first, exactly as declared. */
  needs?: Step | undefined;
  /** True if the step deletes a thing that the record has and no document declares. */
  isPruning?: boolean;
  /** The number of things that the step deletes, and of members that it removes from a team. */
  deletions: number;
  /** The id of the thing that is deleted after this creation is confirmed. */
  replaces?: string | undefined;
  secrets: readonly SecretUse[];
  /** The number of the phase. Steps of one phase run in parallel; the next phase starts after all of them. */
  phase: number;
  /** A hash of the sent values, which the record stores because the service does not show them. */
  digest?: string | undefined;
  /** Compares again with the live state; undefined if nothing differs. */
  recheck(): Promise<Step | undefined>;
  /** Makes the next comparison read the list again; without this, the replies to writes update the list that was read. */
  renew?: (() => void) | undefined;
  /**
   * Deletes the thing that this step created if another apply had created an equal one before, and returns the id of that one.
   * @throws {CheckFailedError} with the ids of other things of its identity
   */
  withdraw?(id: string): Promise<string | undefined>;
  /**
   * Sends the change.
   * @param secrets the values of the secrets by attribute
   * @param created called with the id of a new thing and its sent secrets, before any further request
   */
  send(secrets: Record<string, string>, created: (id: string, sent: readonly SecretUse[]) => void): Promise<Sent>;
}

export function changeOf({ action, changes, kind, name, warnings, workspace }: Step): Change {
  return { action, kind, workspace, name, changes, warnings };
}

/** Returns the property that must be unique among the things of a kind. */
export const sharedBy = ({ kind }: Pick<Thing, 'kind'>) => (kind === 'oauth-client' ? 'identity' : 'name');

/** Returns the name of a kind in a sentence: `agent pool`. */
export function kindText({ kind }: Pick<Thing, 'kind'>): string {
  return kind.replaceAll('-', ' ').replace('oauth', 'OAuth');
}

/** Returns the name of a thing in a sentence: `notification ci in network-production`. */
export function thingText({ kind, name, workspace }: Pick<Thing, 'kind' | 'name' | 'workspace'>): string {
  return `${kind === name ? kind : `${kindText({ kind })} ${name}`}${workspace === null ? '' : ` in ${workspace}`}`;
}

type StepProperties = Pick<Step, 'action' | 'phase' | 'recheck' | 'send'> & Partial<Omit<Step, 'seen'>>;

/** Creates a step about a thing, which depends on its live state. Properties that are not given are empty. */
export function stepOf(thing: Thing, live: unknown, properties: StepProperties): Step {
  const { kind, name, workspace } = thing;
  const none = {
    changes: [],
    warnings: [],
    secrets: [],
    id: undefined,
    deletions: properties.action === 'delete' ? 1 : 0,
  };
  const step = { kind, workspace, name, thing, ...none, ...properties };
  const essence = [step.action, step.kind, step.workspace, step.name, step.id, step.changes, live];
  return { ...step, seen: createHash('sha256').update(JSON.stringify(essence)).digest('hex') };
}

/** Returns the phase in which a part is written. A part follows the parts that it may refer to; deletions have the opposite order. */
export function phaseOf(name: PartName, deletes = false): number {
  const phase = Math.min(partNames.indexOf(name), partNames.indexOf('teams'));
  return deletes ? 2 * partNames.length - phase : phase;
}

export function initial(declared: object): AttributeChange[] {
  return Object.entries(declared).flatMap(([attribute, to]) => (to === undefined ? [] : { attribute, from: null, to }));
}

/** Returns the secrets of a change in the form of attributes. @param known the recorded secrets of an existing thing */
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
