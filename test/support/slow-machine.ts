import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';

// `localhost` has two addresses. On a busy machine the first may need more than the quarter of a second after which Node gives it up.
setDefaultAutoSelectFamilyAttemptTimeout(10_000);
