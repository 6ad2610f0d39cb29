import type { Edition } from '../../api/contract/endpoint.ts';
import type { Mistake } from '../../base/document/document.ts';
import type { AuthError, SvcError } from '../../base/errors.ts';
import { type PartName, parts } from '../resources/index.ts';
import type { Change, Step } from './change.ts';
import type { Lookups } from './lookups.ts';
import type { RecordEntry, SecretStates, SiteRecord, Thing } from './record.ts';
import type { SecretSource } from './schema.ts';
import type { KnownEdition, Service } from './service.ts';
import type { Site } from './site.ts';

export class Plan {
  steps: Step[] = [];
  readonly existing: { thing: Thing; id: string | null; secrets: SecretStates }[] = [];
  /** The record entries of things that no longer exist in the service. */
  readonly vanished: RecordEntry[] = [];
  /** Secrets of existing things that svc cannot know to have been sent. Only --send-secrets sends them. */
  readonly unsent: Change[] = [];
  /** Messages about things that --prune does not delete because svc never learned whether it created them. */
  readonly unconfirmed: string[] = [];
  readonly notes: string[] = [];
  readonly warnings: Mistake[] = [];
  spared = 0;
  readOnly: AuthError | undefined;
  /** The workspaces that the token cannot see, which are not compared. */
  readonly unseen = new Map<string, SvcError>();
  /** Descriptions of deletions that --prune-all must allow, such as of all things of a document. */
  readonly losses: string[] = [];
}

export interface Reading {
  service: Service;
  /** The name of the organization; empty if no part of the site belongs to an organization. */
  organization: string;
  lookups: Lookups;
  record: SiteRecord;
  /** Runs a task when fewer than the permitted number of tasks are running. */
  turn<Value>(run: () => Promise<Value>): Promise<Value>;
}

/** The settings of a comparison, with the plan and the list of mistakes that each kind adds to. */
export interface Planning extends Reading {
  plan: Plan;
  mistakes: Mistake[];
  now(): Date;
  prune: boolean;
  sendSecrets: boolean;
  /** True to save a configuration disabled if its destination fails the verification. */
  saveDisabled: boolean;
  /** Returns the value of a secret for a comparison; undefined if it is not available here. */
  valueFrom(source: SecretSource): string | undefined;
  /** Returns whether the document of an entry is given, or is named by --forget. */
  isGiven(entry: RecordEntry): boolean;
  /** Returns whether --prune may delete the thing of an entry: an earlier apply made it, and a named document that is given declared it. */
  isPrunable(entry: RecordEntry): boolean;
}

export interface ExportedPart {
  /** The content of the part. The document omits an empty part. */
  content?: object;
  comments?: string[][];
  /** The things that a document cannot declare, each with the reason. */
  omitted: string[];
}

export interface Kind {
  name: PartName;
  plan(site: Site, planning: Planning): Promise<(Step | undefined)[]>;
  /**
   * Exports a part.
   * @param workspaces patterns of workspaces, for notifications; default: all
   */
  export(reading: Reading, workspaces?: readonly string[]): Promise<ExportedPart>;
}

export const editionOf = (name: PartName): Edition => parts[name].edition ?? parts[name].update.edition;

/** Returns whether an edition has a part; an unknown edition counts as having every part. */
export const isInEdition = (name: PartName, edition: KnownEdition) =>
  edition === undefined || ['both', edition].includes(editionOf(name));
