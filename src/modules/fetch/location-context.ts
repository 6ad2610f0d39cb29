import { CheckFailedError, ProtocolError } from '../../base/errors.ts';

/** The context of a location while it is parsed. */
export interface Context {
  /** The header's value, masked and quoted, for messages. */
  readonly shown: string;
  readonly display: string;
  readonly downloadUrl: URL;
  readonly subdir: string | undefined;
  /** Whether the user's configuration names it. */
  readonly isOwn: boolean;
}

export const wantedInstead =
  'The registry must answer with the https URL of a .tar.gz, .tar or .zip file, or with git::https://… or git::ssh://…';

/** Removes parameters from a query and leaves the others unchanged: a signature may cover them. */
export function takeQuery(query: string, names: readonly string[], shown: string): [Map<string, string>, string] {
  const taken = new Map<string, string>();
  const rest = query.split('&').filter((pair) => {
    const [[name, value] = ['', '']] = new URLSearchParams(pair);
    if (!names.includes(name)) return true;
    if (taken.has(name)) throw malformed(shown, `it has ${name}= twice`);
    taken.set(name, value);
    return false;
  });
  return [taken, rest.join('&')];
}

export function rejectDowngrade(protocol: string, { shown, downloadUrl }: Context): void {
  if (protocol.toLowerCase() !== 'http:' || downloadUrl.protocol !== 'https:') return;
  throw new CheckFailedError(`The registry answers over https but points to plain http: ${shown}.`, {
    hint: 'The registry must serve its archives over https.',
  });
}

export function malformed(shown: string, reason: string): ProtocolError {
  return new ProtocolError(`The download location ${shown} is not valid: ${reason}.`, { hint: wantedInstead });
}

export function unsupported(shown: string, what: string, hint = wantedInstead): CheckFailedError {
  return new CheckFailedError(`The download location ${shown} is unsupported: ${what}.`, { hint });
}
