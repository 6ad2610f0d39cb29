import { join } from 'node:path';
import { readNotification } from '../../src/webhooks/event.ts';
import { createJournal } from '../../src/webhooks/journal.ts';
import { type Machine, stateFolderOf } from './svc.ts';

type Kept = Parameters<ReturnType<typeof createJournal>['append']>[0];

/** Stores a delivery in the journal of a machine; a verified one by default. */
export async function keepDelivery(me: Machine, body: Buffer, more: Partial<Kept> = {}): Promise<void> {
  const journal = createJournal({ folder: join(stateFolderOf(me), 'webhook') });
  await journal.append({
    ...{ id: '01kbk4h2xm0007f3k9q2vw5zr8', at: new Date().toISOString(), method: 'POST', path: '/', headers: [] },
    ...({ verified: true, verdict: 'verified', cause: null, reason: null, signedWith: '$T', status: 204 } as const),
    ...{ bodySize: body.length, ...readNotification(body), body },
    ...more,
  });
  await journal.close();
}
