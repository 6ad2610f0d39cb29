/**
 * Two names for the same thing on the wire: the specification's own, and those of the public services of this protocol
 * (docs/protocol/public-services.md#names). Senders use both, readers accept either, the specification's first.
 */

/** Response header that holds a module's source location (docs/protocol/registry.md#location). */
export const locationHeaders = ['x-svc-get', 'x-terraform-get'] as const;

/**
 * The path of a host's discovery document. The specification names discovery but no path; assumed: the public protocol's
 * path, then our own (docs/protocol/discovery.md#document).
 */
export const discoveryPaths = ['/.well-known/terraform.json', '/.well-known/svc.json'] as const;

/** Service identifier of the module registry (docs/protocol/discovery.md#service). */
export const modulesService = 'modules.v1';

/** Media type of the platform's requests and responses (docs/protocol/conventions.md#media-type). */
export const jsonApiMediaType = 'application/vnd.api+json';

/** Header that carries the signature of a notification (docs/protocol/notifications.md#signature). */
export const signatureHeaders = ['x-svc-notification-signature', 'x-tfe-notification-signature'] as const;
