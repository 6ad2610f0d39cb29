import type { MailRow } from './rows/notifications.ts';
import type { State } from './state.ts';

/** Older mail is deleted to keep the state small. */
const storedMails = 1000;

/** Stores a mail in the outbox instead of sending it. Returns undefined for a mail without receivers. */
export function sendMail(state: State, mail: Pick<MailRow, 'to' | 'subject' | 'body'>): MailRow | undefined {
  if (mail.to.length === 0) return undefined;
  const row = { id: state.newId('mail-'), at: state.now().toISOString(), ...mail };
  const { outbox } = state.world;
  outbox.push(row);
  outbox.splice(0, Math.max(0, outbox.length - storedMails));
  return row;
}

/** Returns the e-mail addresses of users. */
export function addressesOf(state: State, users: readonly string[]): string[] {
  return users.flatMap((id) => state.user(id)?.email ?? []);
}
