import { z } from 'zod/mini';
import { installation } from './rows/installation.ts';
import { notifications } from './rows/notifications.ts';
import { organizations } from './rows/organizations.ts';
import { people } from './rows/people.ts';

/** The whole state of the sandbox, as a plain object that can be written as JSON. */
export const world = z.object({ ...people, ...organizations, ...notifications, ...installation });
export type World = z.infer<typeof world>;
