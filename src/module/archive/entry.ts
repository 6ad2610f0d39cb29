/** One member of an archive as its format tells it, before any judgement. */
export interface ArchiveEntry {
  kind: 'file' | 'folder' | 'symlink' | 'hardlink';
  /** Path as the archive spells it. */
  name: string;
  /** Length of the content that follows. */
  bytes: number;
  executable: boolean;
  /** Seconds since 1970. */
  modifiedSeconds: number;
  /** What a link points at, as the archive spells it; empty for files and folders. */
  target: string;
}

/** Takes the entries of an archive in order; any method may throw to refuse the archive. */
export interface EntrySink {
  begin(entry: ArchiveEntry): void;
  write(bytes: Uint8Array): void;
  end(): void;
}
