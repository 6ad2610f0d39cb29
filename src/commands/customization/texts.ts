/** The settings that hold one text each, in the order they are shown. */
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
