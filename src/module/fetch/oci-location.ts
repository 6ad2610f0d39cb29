import { type Context, malformed, takeQuery, unsupported } from './location-context.ts';

/** What `oci://HOST/NAME?tag=…|digest=…` names; the URL is that of its manifest. */
export interface OciReference {
  kind: 'oci';
  /** `oci://HOST/NAME` */
  repository: string;
  /** A tag, or a digest. */
  reference: string;
}

const part = '[a-z0-9]+(?:(?:[.]|_{1,2}|-+)[a-z0-9]+)*';
const repository = new RegExp(`^oci://([a-z0-9][a-z0-9.-]*(?::[0-9]{1,5})?)/(${part}(?:/${part})*)$`);

/** Reads an address of OpenTofu's form (docs/protocol/modules.md#oci). @throws {SvcError} for another form */
export function ociAt(source: string, { shown }: Context): { url: URL; store: OciReference } {
  const [address = '', ...queries] = source.split('?');
  const [taken, rest] = takeQuery(queries.join('?'), ['tag', 'digest'], shown);
  const [, host, name] = repository.exec(address) ?? [];
  if (host === undefined || !URL.canParse(`https://${host}/`) || rest !== '')
    throw malformed(shown, 'it is not oci://HOST/NAME?tag=TAG or oci://HOST/NAME?digest=sha256:HEX');
  const [tag, digest] = [taken.get('tag'), taken.get('digest')];
  if (tag !== undefined && digest !== undefined) throw malformed(shown, 'it has both tag= and digest=');
  if (tag !== undefined && !/^[A-Za-z0-9_][\w.-]{0,127}$/.test(tag)) throw malformed(shown, 'its tag= is not a tag');
  if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw unsupported(shown, 'a digest other than sha256:HEX');
  const reference = digest ?? tag ?? 'latest';
  const url = new URL(`https://${host}/v2/${name}/manifests/${reference}`);
  return { url, store: { kind: 'oci', repository: address, reference } };
}
