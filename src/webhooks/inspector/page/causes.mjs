const sha512 = 'Sign with HMAC-SHA512, and the token as its key.';

/** The next step to suggest for each cause of a rejection. */
export const nextChecks = {
  'no-token':
    'Use the token of the configuration on both sides; the listener reads it from --token-env, --token-file or --notification.',
  missing:
    'Set a token: svc notification update ID --generate-token. If the configuration has one, look for a proxy that removes the header.',
  'empty-header': 'Set a token: svc notification update ID --generate-token.',
  'repeated-header': 'Look for a proxy that adds the signature header a second time.',
  'headers-disagree':
    'Look for a proxy or a sender that changes one of the two signature headers: both have the same value.',
  'other-header': 'Send the signature in X-Svc-Notification-Signature, and look for a proxy that renames the header.',
  'not-hexadecimal': 'Write the signature as 128 hexadecimal digits.',
  'wrong-length': 'Check the algorithm: SHA-512 has 128 digits, SHA-256 has 64, SHA-1 has 40.',
  truncated: 'Look for a limit on the length of a header, at the sender or in a proxy.',
  prefixed: 'Send only the digits, without a prefix such as "sha512=".',
  quoted: 'Send the digits without quotation marks.',
  base64: 'Encode the digest in hexadecimal, not in base64.',
  sha256: sha512,
  sha1: sha512,
  'other-algorithm': sha512,
  'not-hmac': sha512,
  'token-white-space': 'Compare both tokens: one has white space or a line end. printf %s writes a file without one.',
  'token-prefixed': 'Compare both tokens: one has a prefix, such as a name of a variable or "Bearer".',
  'token-quoted': 'Remove the quotation marks from the token on the side that has them.',
  'token-encoded': 'Use the same text as the token on both sides, not decoded and not encoded.',
  're-serialised':
    'Look for a proxy, a function or a framework that parses the JSON and writes it again. Sign the bytes as sent.',
  'trailing-newline': 'Look for what adds or removes the last line end: an editor, echo instead of printf %s, a proxy.',
  'white-space': 'Look for what adds or removes white space: the sender, a template, a proxy.',
  'byte-order-mark': 'Write the body without a byte order mark before it is signed.',
  'line-endings': 'Look for what converts line ends: git, an editor, a transfer in text mode.',
  'character-encoding': 'Sign and send the body in UTF-8, and look for what converts it on the way.',
  compressed: 'Sign the bytes as sent, and look for a proxy that compresses or decompresses the body.',
  'empty-body': 'Compute the signature after the whole body is written.',
  mismatch:
    'Compare the token of the listener with that of the configuration. If they are the same, the body was changed on the way: compare its raw bytes with those that were sent.',
  method: 'Use the final URL in the configuration: a redirect turns a POST into a GET.',
  path: 'Check the path of the URL in the configuration, or start the listener with --path.',
  host: 'Start the listener with --public-url and the URL that the sender uses.',
  browser: 'Send it from a program instead of a page, or start the listener with a token.',
  'too-large': 'Check what was sent: a notification is much smaller.',
  'too-many-headers': 'Look for a proxy that adds headers.',
  overloaded: 'Send fewer requests at once, and send this one again.',
};
