import type { Noun } from '../../cli/verb.ts';
import { status } from './status.ts';
import { token } from './token.ts';

export const noun: Noun = { verbs: [status, token] };
