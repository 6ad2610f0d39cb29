import type { Edition } from '../contract/endpoint.ts';
import { type PartName, parts } from '../resources/index.ts';
import type { SecretUse, Step, Thing } from './change.ts';
import type { Lookups } from './lookups.ts';
import type { RecordEntry, SiteRecord } from './record.ts';
import type { KnownEdition, Service } from './service.ts';
import type { Site } from './site.ts';

/** What kinds need to read a site. */
export interface Reading {
  service: Service;
  /** Empty for a site without parts of an organization. */
  organization: string;
  lookups: Lookups;
  /** Waits for one of the parallel turns. */
  turn<Value>(run: () => Promise<Value>): Promise<Value>;
}

/** What kinds need to compare a site with its documents. */
export interface Planning extends Reading {
  record: SiteRecord;
  now(): Date;
  prune: boolean;
  sendSecrets: boolean;
  /** Whether a configuration whose destination fails the verification is saved disabled. */
  saveDisabled: boolean;
  /** What earlier applies made of a kind and a given document declared: what --prune may delete. */
  prunable(kind: string): RecordEntry[];
  /** Adds a mistake of the documents that only the service shows. */
  mistake(at: string, text: string): void;
  /** Adds a warning about a line of the documents. */
  warn(at: string, text: string): void;
  /** Notes a workspace whose notifications the token cannot see. */
  unseen(workspace: string): void;
  /** Counts what only --prune would delete. */
  spared(count: number): void;
  /** Notes what --prune spares: the creation begun at this time was never confirmed, and may not have made it. */
  unconfirmed(thing: Thing, id: string, begun: string): void;
  /** Notes a declared thing that exists, and the secrets that an update of it could send. */
  exists(thing: Thing, id: string | null, uses: readonly SecretUse[]): void;
}

/** A part of an export. */
export interface ExportedPart {
  /** Undefined for nothing. */
  content?: object | undefined;
  /** The comments of each entry of a list. */
  comments?: string[][];
  /** What the document cannot hold, and why. */
  omitted: string[];
}

export interface ExportWishes {
  /** Patterns of workspaces, for notifications; all without it. */
  workspaces: readonly string[] | undefined;
  /** It knows which URLs are secrets. */
  record: SiteRecord;
}

/** One kind of things of a site. */
export interface Kind {
  name: PartName;
  plan(site: Site, planning: Planning): Promise<Step[]>;
  export(reading: Reading, wishes: ExportWishes): Promise<ExportedPart>;
}

/** The edition that a part exists in. */
export const editionOf = (name: PartName): Edition => parts[name].edition ?? parts[name].update.edition;

/** Whether an edition has a part, as far as the service tells. */
export const isHere = (name: PartName, edition: KnownEdition) =>
  edition === undefined || ['both', edition].includes(editionOf(name));
