import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { body, documentOf, fieldsOf, flag, resource, text, typeOrNone } from '../jsonapi.ts';
import { isUrl } from '../url.ts';

/** assumed: the only avatar source; initials are the fallback and are never listed (docs/protocol/customization.md#assumed). */
export const avatarSources = ['gravatar'] as const;

/** Returns the schema of a text setting; null or an empty text clears the override (docs/protocol/customization.md#clearing). */
const checkedText = (accepts: (text: string) => boolean, complaint: string) =>
  z.nullish(z.string().check(z.refine((text) => text === '' || accepts(text), complaint)));

const url = (...schemes: string[]) => {
  const starts = schemes.map((scheme) => `${scheme}:`).join(', ');
  return checkedText((text) => isUrl(text, schemes), `must start with ${starts.replace(/, ([^,]+)$/, ' or $1')}`);
};

const isEmail = (text: string) => z.email().safeParse(text).success;

/**
 * The writable attributes. assumed: all except `internal-*` and `avatar-sources`, which the specification has, and the schemes of
 * each URL (docs/protocol/customization.md#assumed).
 */
export const customizationPatch = z.looseObject({
  'support-email-address': checkedText(isEmail, 'must be a valid email'),
  'support-url-address': url('http', 'https'),
  ...fieldsOf(text, 'login-help footer error new-user'),
  'internal-support-url': url('http', 'https', 'mailto'),
  'internal-documentation-url': url('http', 'https'),
  'internal-tutorials-url': url('http', 'https'),
  'avatar-sources': z.optional(z.array(z.looseObject({ source: z.enum(avatarSources), enabled: z.boolean() }))),
});
export type CustomizationPatch = z.infer<typeof customizationPatch>;

/** See docs/protocol/customization.md#editions. assumed: the four snippets of HTML are self-hosted only, too (docs/protocol/customization.md#assumed). */
export const selfHostedCustomization: readonly string[] = Object.keys(customizationPatch.shape).filter(
  (name) => !name.startsWith('support-'),
);

/** The one settings document of an installation. assumed: its type and its id, `customization` (docs/protocol/customization.md#assumed). */
export const customizationSettings = resource(undefined, {
  ...fieldsOf(
    text,
    'support-email-address support-url-address login-help footer error new-user internal-support-url',
    'internal-documentation-url internal-tutorials-url',
  ),
  'avatar-sources': z.nullish(z.array(z.looseObject({ source: text, enabled: flag }))),
});
export type CustomizationSettings = z.infer<typeof customizationSettings>;

/** See docs/protocol/customization.md#endpoints. */
export const customization = {
  show: endpoint('GET /admin/customization-settings', 'see the customization settings', 'authenticated', {
    reply: documentOf(customizationSettings),
  }),
  update: endpoint('PATCH /admin/customization-settings', 'update the customization settings', 'site-admin', {
    body: body({ type: typeOrNone('customization-settings'), attributes: z.prefault(customizationPatch, {}) }),
    selfHostedAttributes: selfHostedCustomization,
    reply: documentOf(customizationSettings),
  }),
};
