/** A file of a published module; its path has forward slashes and is relative to the module's folder. */
export interface SourceFile {
  readonly path: string;
  readonly size: number;
  readonly executable: boolean;
  /** The target of a symbolic link, which has no bytes. */
  readonly link?: string;
  /** Yields exactly `size` bytes. */
  open(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export interface ModuleName {
  readonly namespace: string;
  readonly name: string;
  readonly provider: string;
}

/** A version of a module, ready to be published (docs/protocol/registry.md#module-object). */
export interface Release extends ModuleName {
  readonly version: string;
  readonly owner: string;
  readonly description: string;
  /** The URL of the module's source code, for people. */
  readonly source: string;
  readonly publishedAt: string;
  readonly verified: boolean;
  /** Downloads from before this service. */
  readonly downloads: number;
  readonly files: readonly SourceFile[];
  /** Reads the files that describe it, if `files` is empty. */
  readonly read?: () => Promise<readonly SourceFile[]>;
}

/** Formats `<namespace>/<name>/<provider>/<version>` (docs/protocol/registry.md#module-object). */
export function releaseId({ namespace, name, provider, version }: Release): string {
  return `${namespace}/${name}/${provider}/${version}`;
}

/** Returns a file with its text in memory. */
export function textFile(path: string, text: string): SourceFile {
  const bytes = new TextEncoder().encode(text);
  return { path, size: bytes.length, executable: false, open: () => [bytes] };
}

export async function readText(file: SourceFile): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of file.open()) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
