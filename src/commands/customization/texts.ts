/** The settings that hold one text each, in the order they are shown: attribute and what it is for. */
export const customizationTexts = [
  ['support-email-address', 'address that people in need of help are sent to'],
  ['support-url-address', 'page that they are sent to instead'],
  ['internal-support-url', 'support link in the help menu (http, https or mailto)'],
  ['internal-documentation-url', 'documentation link in the help menu'],
  ['internal-tutorials-url', 'tutorials link in the help menu'],
  ['login-help', 'HTML on the login page'],
  ['footer', 'HTML at the foot of every page'],
  ['error', 'HTML on error pages'],
  ['new-user', 'HTML for people without an organization'],
] as const;
