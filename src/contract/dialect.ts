/**
 * Two names for the same thing on the wire: the specification's own, and those of the public services of this protocol
 * (facts, "Name mapping"). Senders use both, readers accept either, the specification's first.
 */

/** Response header that holds a module's source location (part 2, Endpoints). */
export const locationHeaders = ['x-svc-get', 'x-terraform-get'] as const;

/**
 * Where a host publishes its discovery document. The specification names discovery but no path; assumed: the public
 * protocol's path (facts, section k), then one of our own dialect.
 */
export const discoveryPaths = ['/.well-known/terraform.json', '/.well-known/svc.json'] as const;

/** Service identifier of the module registry (part 2, Service discovery). */
export const modulesService = 'modules.v1';

/** Media type of the platform's requests and responses (part 1, Conventions). */
export const jsonApiMediaType = 'application/vnd.api+json';

/** Header that carries the signature of a notification (part 1, Events). */
export const signatureHeaders = ['x-svc-notification-signature', 'x-tfe-notification-signature'] as const;
