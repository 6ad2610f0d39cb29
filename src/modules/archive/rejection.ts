import { platform } from 'node:os';
import { sep } from 'node:path';
import { CheckFailedError, SvcError } from '../../base/errors.ts';
import { cannot, errnoOf } from '../../base/system/files.ts';

const shownCharacters = 200;

/** Returns a name from an archive for messages: escapes control and bidi characters, and cuts long names. */
export function shownName(name: string): string {
  const cut = name.length > shownCharacters ? `${name.slice(0, shownCharacters)}…` : name;
  return `"${cut.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029"\\]/gu, codePoint)}"`;
}

/** Returns a name with all characters beyond ASCII escaped, to tell names apart that look the same. */
export function shownExactly(name: string): string {
  return shownName(name).replace(/[^\0-\x7f…]/gu, codePoint);
}

function codePoint(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** Returns the bytes of a name that is not UTF-8, for messages. */
export function shownBytes(bytes: Buffer): string {
  const text = bytes.toString('latin1', 0, shownCharacters);
  return `"${text.replace(/[^ !#-[\]-~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;
}

/** Returns the path of a local file, for messages. */
export function shownPath(path: string): string {
  const shown = shownName(path);
  return sep === '\\' ? shown.replaceAll('\\u{5c}', sep) : shown;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8. Rejects other encodings, because programs read such names differently. */
export function decodeName(bytes: Buffer, start = 0, end = bytes.length): string {
  const text = bytes.toString('latin1', start, end);
  if (!/[^\0-\x7f]/.test(text)) return text;
  const part = bytes.subarray(start, end);
  try {
    return utf8.decode(part);
  } catch (cause) {
    return rejectArchive(`the name ${shownBytes(part)} is not UTF-8`, cause);
  }
}

export function rejectArchive(reason: string, cause?: unknown, hint?: string): never {
  throw new CheckFailedError(`The archive is rejected: ${reason}.`, { cause, hint });
}

/** Rejects the whole archive because of an entry; the reason follows the name in a sentence. */
export function rejectEntry(name: string, reason: string, cause?: unknown, hint?: string): never {
  throw new CheckFailedError(`The archive is rejected: ${shownName(name)} ${reason}.`, { cause, hint });
}

const faultsOfTheName: Record<string, string> = {
  EEXIST: 'already exists under a name that this disk treats as the same',
  ENAMETOOLONG: 'is too long for this disk',
  EINVAL: 'is not a valid name on this disk',
  EILSEQ: 'is not a valid name on this disk',
};

/** Returns the error for a failed file-system call: the name is invalid (`CheckFailedError`), or the machine fails (`LocalError`). */
export function diskFault(error: unknown, path: string, name?: string): SvcError {
  if (error instanceof SvcError) return error;
  const reason = faultsOfTheName[errnoOf(error) ?? ''];
  if (name !== undefined && reason !== undefined) {
    return new CheckFailedError(`The archive is rejected: ${shownName(name)} ${reason}.`, { cause: error });
  }
  return cannot(`write ${shownPath(path)}`, error, linkHint(error));
}

/** Returns a hint for a link that Windows does not allow. */
export function linkHint(error: unknown, system: string = platform()): string | undefined {
  const isLink = errnoOf(error) === 'EPERM' && (error as NodeJS.ErrnoException).syscall === 'symlink';
  return isLink && system === 'win32' ? 'Enable Developer Mode of Windows, or run as an administrator.' : undefined;
}

/** Runs a file-system call. @throws the error of {@link diskFault}; errors of svc pass through */
export function onDisk<Result>(path: string, call: () => Result, name?: string): Result {
  try {
    return call();
  } catch (error) {
    throw diskFault(error, path, name);
  }
}
