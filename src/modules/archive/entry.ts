/** An entry of an archive as its format has it, before any check. */
export interface ArchiveEntry {
  kind: 'file' | 'folder' | 'symlink' | 'hardlink';
  name: string;
  bytes: number;
  executable: boolean;
  /** Seconds since 1970. */
  modifiedSeconds: number;
  /** As written; empty for files and folders. */
  target: string;
}

/** A receiver of the entries of an archive in order; any method may throw to reject the archive. */
export interface EntrySink {
  begin(entry: ArchiveEntry): void;
  write(bytes: Uint8Array): void;
  end(): void;
}
