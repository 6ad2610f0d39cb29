/** One entry of an archive as its format has it, before any check. */
export interface ArchiveEntry {
  kind: 'file' | 'folder' | 'symlink' | 'hardlink';
  /** Path as written in the archive. */
  name: string;
  /** Length of the content that follows. */
  bytes: number;
  executable: boolean;
  /** Seconds since 1970. */
  modifiedSeconds: number;
  /** Target of a link, as written in the archive; empty for files and folders. */
  target: string;
}

/** Receives the entries of an archive in order; any method may throw to reject the archive. */
export interface EntrySink {
  begin(entry: ArchiveEntry): void;
  write(bytes: Uint8Array): void;
  end(): void;
}
