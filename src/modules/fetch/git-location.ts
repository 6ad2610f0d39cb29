import { type Context, malformed, rejectDowngrade, takeQuery } from './location-context.ts';

/** A git repository over https, http or ssh. */
export interface GitLocation {
  readonly kind: 'git';
  /** Without `ref`, `depth` (svc needs only one commit), `sshkey` and subdir; may hold user and password. */
  readonly url: string;
  readonly ref?: string | undefined;
  /** A private key in base64: a secret. */
  readonly sshkey?: string | undefined;
  readonly subdir?: string | undefined;
  /** Safe to print. */
  readonly display: string;
}

const gitUrl = /^(https?:|ssh:)\/\/(?:([^/@]+)@)?([a-z0-9._-]+(?::[0-9]+)?|\[[0-9a-f:.]+\](?::[0-9]+)?)\/+[^/-].*$/i;
/** What git's check-ref-format rejects, and a leading hyphen, which git would read as an option. */
const badRef = /^[-/.]|^@$|[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/[/.]|\.lock(\/|$)|[/.]$/u;

/** @throws {SvcError} for what git cannot fetch or would misread */
export function gitAt(source: string, context: Context): GitLocation {
  const { shown, display, subdir } = context;
  if (source.includes('#')) throw malformed(shown, 'it has a fragment');
  const [address = '', ...queries] = source.split('?');
  const [magic, query] = takeQuery(queries.join('?'), ['ref', 'depth', 'sshkey', 'archive', 'checksum'], shown);
  const [, protocol = '', user, host = ''] = gitUrl.exec(address) ?? [];
  const isOdd = user?.startsWith('-') || (protocol !== 'https:' && user?.includes('%'));
  // ssh ignores the password, but it would be visible in the process list.
  if (
    !URL.canParse(address) ||
    !host ||
    /^-|%/.test(host) ||
    isOdd ||
    (/^ssh:$/i.test(protocol) && user?.includes(':'))
  ) {
    throw malformed(shown, 'it is not a valid git URL');
  }
  rejectDowngrade(protocol, context);
  if (magic.get('archive') || magic.get('checksum'))
    throw malformed(shown, 'archive= and checksum= do not apply to git');
  const [ref, key] = [magic.get('ref'), magic.get('sshkey')?.replaceAll(' ', '+')];
  if (ref === '') throw malformed(shown, 'its ref= is empty');
  if (ref && badRef.test(ref)) throw malformed(shown, `${JSON.stringify(ref)} is not a git ref`);
  if (key && !/^[A-Za-z0-9+/]+={0,2}$/.test(key)) throw malformed(shown, 'its sshkey is not base64');
  const url = address + (query && `?${query}`);
  return { kind: 'git', url, ref, sshkey: key || undefined, subdir, display };
}
