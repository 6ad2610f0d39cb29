import type { Endpoint } from '../contract/endpoint.ts';

const doing = { GET: 'Fetching', POST: 'Creating', PATCH: 'Updating', DELETE: 'Deleting' };
const relating: Partial<Record<Endpoint['method'], string>> = { POST: 'Adding', DELETE: 'Removing' };

const infinitives: Record<string, string> = {
  Adding: 'add',
  Creating: 'create',
  Deleting: 'delete',
  Fetching: 'see',
  Removing: 'remove',
  Updating: 'update',
  Verifying: 'verify',
};

/** Paths whose last word is not what a person calls the thing. */
const nouns: Record<string, [many: string, one: string]> = {
  '': ['modules', 'module'],
  'customization-settings': ['customization settings', 'customization settings'],
  details: ['your account', 'your account'],
  download: ['location of the module', 'location of the module'],
  'hcp-organizations': ['HCP organizations', 'HCP organization'],
  'notification-configurations': ['notifications', 'notification'],
  'oauth-clients': ['OAuth clients', 'OAuth client'],
  password: ['your password', 'your password'],
  ping: ['version of the service', 'version of the service'],
  search: ['modules', 'module'],
  summary: ['download counts', 'download counts'],
  update: ['your account', 'your account'],
};

/** Nouns that need a determiner in a sentence. */
const determined: Record<string, string> = {
  'customization settings': 'the customization settings',
  'location of the module': 'the location of the module',
  subscription: 'the subscription',
  'version of the service': 'the version of the service',
};

/** What a person waits for while an endpoint is called, such as `Fetching teams` or `Deleting banner`. */
export function purposeOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const steps = path.split('/').filter((step) => step !== '');
  const [verb] = path.includes('/actions/') ? steps.splice(-2).slice(1) : [];
  const word = steps.findLast((step) => !step.startsWith(':')) ?? '';
  const relation = path.includes('/relationships/') ? relating[method] : undefined;
  const isOne = relation === undefined && (method !== 'GET' || steps.at(-1)?.startsWith(':'));
  return `${verb ? gerund(verb) : (relation ?? doing[method])} ${nounOf(word)[isOne ? 1 : 0]}`;
}

/** The verb and the object of an endpoint in a sentence: `create banners`, `delete this banner`, `update your account`. */
export function deedOf(endpoint: Pick<Endpoint, 'method' | 'path'>): { verb: string; object: string; many: string } {
  const [gerund = ''] = purposeOf(endpoint).split(' ');
  const word = endpoint.path
    .replace(/\/actions\/.*/, '')
    .split('/')
    .findLast((step) => step !== '' && !step.startsWith(':'));
  const [many, one] = nounOf(word ?? '');
  if (word === 'password') return { verb: 'change', object: 'your password', many };
  const isOne = /:[^/]+(\/actions\/[^/]+)?$/.test(endpoint.path);
  return {
    verb: infinitives[gerund] ?? gerund.toLowerCase(),
    object: determined[many] ?? (isOne ? `this ${one}` : many),
    many,
  };
}

function nounOf(word: string): readonly [many: string, one: string] {
  const many = word.replaceAll('-', ' ');
  return nouns[word] ?? [many, many.replace(/s$/, '')];
}

function gerund(verb: string): string {
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)}ing`;
}
