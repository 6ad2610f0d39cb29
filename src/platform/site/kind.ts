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
  /** The record entries of things that the service no longer shows. */
  readonly vanished: RecordEntry[] = [];
  /** Secrets of existing things that no apply is known to have sent; only --send-secrets sends them. */
  readonly unsent: Change[] = [];
  /** Messages about things that --prune spares because their creation was never confirmed. */
  readonly unconfirmed: string[] = [];
  readonly notes: string[] = [];
  readonly warnings: Mistake[] = [];
  spared = 0;
  readOnly: AuthError | undefined;
  /** The workspaces that the token cannot see, which are not compared. */
  readonly unseen = new Map<string, SvcError>();
  /** Descriptions of deletions that require --prune-all, such as all things of a document. */
  readonly losses: string[] = [];
}

export interface Reading {
  service: Service;
  /** The name of the organization; empty for a site without parts of an organization. */
  organization: string;
  lookups: Lookups;
  record: SiteRecord;
  /** Waits for one of the parallel turns. */
  turn<Value>(run: () => Promise<Value>): Promise<Value>;
}

/** The settings of a comparison, and the plan and the mistakes that kinds add to. */
export interface Planning extends Reading {
  plan: Plan;
  mistakes: Mistake[];
  now(): Date;
  prune: boolean;
  sendSecrets: boolean;
  /** True to save a configuration disabled if its destination fails the verification. */
  saveDisabled: boolean;
  /** Returns the value of a secret to compare, if it is at hand. */
  valueFrom(source: SecretSource): string | undefined;
  /** Returns whether the document of an entry is given, or is named by --forget. */
  isGiven(entry: RecordEntry): boolean;
  /** Returns whether --prune may delete an entry: an earlier apply made it, and a given document with a name declared it. */
  isPrunable(entry: RecordEntry): boolean;
}

export interface ExportedPart {
  /** The content of the part, which is omitted from the document if empty. */
  content?: object;
  comments?: string[][];
  /** The things that the document cannot hold, with reasons. */
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

/** Returns whether an edition has a part, as far as the service shows its edition. */
export const isHere = (name: PartName, edition: KnownEdition) =>
  edition === undefined || ['both', edition].includes(editionOf(name));
