/** The settings with a text, in display order. */
export const customizationTexts = [
  'support-email-address',
  'support-url-address',
  'internal-support-url',
  'internal-documentation-url',
  'internal-tutorials-url',
  'login-help',
  'footer',
  'error',
  'new-user',
] as const;

/** Those that are long enough for an editor. */
export const longTexts = ['login-help', 'footer', 'error', 'new-user'] as const;
