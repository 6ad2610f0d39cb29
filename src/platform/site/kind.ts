import type { Edition } from '../../api/contract/endpoint.ts';
import type { Mistake } from '../../base/document/document.ts';
import type { AuthError, SvcError } from '../../base/errors.ts';
import { type PartName, parts } from '../resources/index.ts';
import type { Change, Step, Thing } from './change.ts';
import type { Lookups } from './lookups.ts';
import type { RecordEntry, SiteRecord } from './record.ts';
import type { KnownEdition, Service } from './service.ts';
import type { Site } from './site.ts';

/** A declared thing that exists. */
export interface Existing {
  thing: Thing;
  id: string | null;
}

/** The differences between documents and service, and what to say about them. */
export class Plan {
  steps: Step[] = [];
  readonly existing: Existing[] = [];
  /** Secrets of existing things that no apply is known to have sent; only --send-secrets sends them. */
  readonly unsent: Change[] = [];
  /** What --prune spares: the creation begun at this time was never confirmed, and may not have made it. */
  readonly unconfirmed: { thing: Thing; id: string; begun: string }[] = [];
  readonly notes: string[] = [];
  readonly warnings: Mistake[] = [];
  /** The number of things that only --prune deletes. */
  spared = 0;
  /** What the token may not change. */
  readOnly: AuthError | undefined;
  /** The workspaces that the token cannot see, which are not compared. */
  readonly unseen = new Map<string, SvcError>();
  /** Whether it deletes all that the record holds. */
  deletesAll = false;
}

/** What kinds need to read a site. */
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
  /** The mistakes of the documents that only the service shows. */
  mistakes: Mistake[];
  now(): Date;
  prune: boolean;
  sendSecrets: boolean;
  /** Whether a configuration whose destination fails the verification is saved disabled. */
  saveDisabled: boolean;
  /** Whether the document that declared what the record has is given, or to forget. */
  isGiven(entry: RecordEntry): boolean;
  /** What earlier applies made and such a document declared: what --prune may delete. */
  prunable(): RecordEntry[];
}

/** A part of an export. */
export interface ExportedPart {
  /** Omitted from the document if it is empty. */
  content?: object;
  /** The comments of each entry of a list. */
  comments?: string[][];
  /** What the document cannot hold, and why. */
  omitted: string[];
}

/** One kind of things of a site. */
export interface Kind {
  name: PartName;
  plan(site: Site, planning: Planning): Promise<(Step | undefined)[]>;
  /** @param workspaces patterns of workspaces, for notifications; all without it */
  export(reading: Reading, workspaces?: readonly string[]): Promise<ExportedPart>;
}

/** The edition that a part exists in. */
export const editionOf = (name: PartName): Edition => parts[name].edition ?? parts[name].update.edition;

/** Whether an edition has a part, as far as the service tells. */
export const isHere = (name: PartName, edition: KnownEdition) =>
  edition === undefined || ['both', edition].includes(editionOf(name));
