import type { MailRow } from './rows/notifications.ts';
import type { State } from './state.ts';

/** Older mail is thrown away: the state stays small. */
const keptMails = 1000;

/** Writes a mail to the outbox, which is where the sandbox's mail ends. Nobody to send it to, no mail. */
export function sendMail(state: State, mail: Pick<MailRow, 'to' | 'subject' | 'body'>): MailRow | undefined {
  if (mail.to.length === 0) return undefined;
  const row = { id: state.newId('mail-'), at: state.now().toISOString(), ...mail };
  const { outbox } = state.world;
  outbox.push(row);
  outbox.splice(0, Math.max(0, outbox.length - keptMails));
  return row;
}

/** The addresses behind user ids. */
export function addressesOf(state: State, users: readonly string[]): string[] {
  return users.flatMap((id) => state.user(id)?.email ?? []);
}
