import { status } from './status.ts';
import { token } from './token.ts';

export const noun = { verbs: [status, token] };
