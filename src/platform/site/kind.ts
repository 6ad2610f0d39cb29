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
  /** The declared things that exist, with what is known of their secrets. */
  readonly existing: { thing: Thing; id: string | null; secrets: SecretStates }[] = [];
  /** What the record has and the service no longer shows. */
  readonly vanished: RecordEntry[] = [];
  /** Secrets of existing things that no apply is known to have sent; only --send-secrets sends them. */
  readonly unsent: Change[] = [];
  /** Lines about what --prune spares, since its creation was never confirmed. */
  readonly unconfirmed: string[] = [];
  readonly notes: string[] = [];
  readonly warnings: Mistake[] = [];
  spared = 0;
  readOnly: AuthError | undefined;
  /** The workspaces that the token cannot see, which are not compared. */
  readonly unseen = new Map<string, SvcError>();
  /** What requires --prune-all, such as all that a document declared. */
  readonly losses: string[] = [];
}

export interface Reading {
  service: Service;
  /** Empty for a site without parts of an organization. */
  organization: string;
  lookups: Lookups;
  record: SiteRecord;
  /** Waits for one of the parallel turns. */
  turn<Value>(run: () => Promise<Value>): Promise<Value>;
}

/** What kinds need to compare a site with its documents, and the plan that they add to. */
export interface Planning extends Reading {
  plan: Plan;
  mistakes: Mistake[];
  now(): Date;
  prune: boolean;
  sendSecrets: boolean;
  /** Whether a configuration whose destination fails the verification is saved disabled. */
  saveDisabled: boolean;
  /** The value of a secret that can be compared, where it is at hand. */
  valueFrom(source: SecretSource): string | undefined;
  /** Returns whether the document that declared what the record has is given, or to forget. */
  isGiven(entry: RecordEntry): boolean;
  /** Returns whether --prune may delete an entry: an earlier apply made it, and such a document, with a name, declared it. */
  isPrunable(entry: RecordEntry): boolean;
}

export interface ExportedPart {
  /** Omitted from the document if it is empty. */
  content?: object;
  comments?: string[][];
  /** What the document cannot hold, and why. */
  omitted: string[];
}

export interface Kind {
  name: PartName;
  plan(site: Site, planning: Planning): Promise<(Step | undefined)[]>;
  /** @param workspaces patterns of workspaces, for notifications; all without it */
  export(reading: Reading, workspaces?: readonly string[]): Promise<ExportedPart>;
}

export const editionOf = (name: PartName): Edition => parts[name].edition ?? parts[name].update.edition;

/** Whether an edition has a part, as far as the service tells. */
export const isHere = (name: PartName, edition: KnownEdition) =>
  edition === undefined || ['both', edition].includes(editionOf(name));
