import { describe, expect, test } from 'vitest';
import type { Delivery, Verdict } from '../../src/webhooks/delivery.ts';
import { readNotification } from '../../src/webhooks/event.ts';
import { parseFilters } from '../../src/webhooks/filter.ts';
import { parseSetting, type SampleTrigger, sampleBody } from '../../src/webhooks/sample.ts';
import { createWait, nothingYet, triggersFor } from '../../src/webhooks/wait.ts';

function about(trigger: SampleTrigger, verdict: Verdict = 'verified', ...settings: string[]): Delivery {
  const body = sampleBody(trigger, { at: new Date(0), settings: settings.map(parseSetting) });
  return {
    id: '0'.repeat(26),
    at: '2026-08-18T10:00:00.000Z',
    verified: verdict === 'verified',
    verdict,
    cause: null,
    reason: null,
    signedWith: null,
    method: 'POST',
    path: '/',
    headers: [],
    body,
    status: 204,
    bodySize: body.length,
    ...readNotification(body),
  };
}

describe('a filter', () => {
  const one = about('run:completed');
  test.each([
    [[], true],
    [['trigger=run:completed'], true],
    [['trigger=run:*'], true],
    [['trigger=*:completed'], true],
    [['trigger=run:complete?'], true],
    [['trigger=run?'], false],
    [['trigger=run'], false],
    [['trigger=run.completed'], false],
    [['trigger=run:created', 'trigger=run:completed'], true],
    [['trigger=run:completed', 'run=run-other'], false],
    [['run=run-Mjx7CzE5zUWyGwHR'], true],
    [['workspace=ws-XdeUVMWShTesDMME'], true],
    [['workspace=network'], true],
    [['workspace=acme/network'], true],
    [['workspace=acme'], false],
    [['verified=true'], true],
    [['verified=false'], false],
    [['verdict=verified'], true],
    [['cause=*'], false],
    [['status=204'], true],
    [['organization=acme', 'configuration=nc-*'], true],
  ])('the filter %j matches: %s', (filters, fits) => {
    expect(parseFilters(filters)(one)).toBe(fits);
  });

  test.each(['trigger', '=x', 'colour=red', 'toString=x', 'trigger='])(
    'rejects the filter %s with a list of the known keys',
    (text) => {
      expect(() => parseFilters([text])).toThrow(
        expect.objectContaining({ exit: 2, hint: expect.stringContaining('trigger') }),
      );
    },
  );

  // trust: T-89
  test.each(['mismatch', 'malformed', 'missing', 'refused'] as const)(
    'a filter reads only the verdict of svc from a rejected delivery (%s), not its content',
    (verdict) => {
      const rejected = about('run:completed', verdict);
      const fits = (text: string) => parseFilters([text])(rejected);
      expect(['trigger=*', 'workspace=*a*b*c*', 'run=*', 'organization=acme', 'configuration=*'].filter(fits)).toEqual(
        [],
      );
      expect(['verified=false', `verdict=${verdict}`, 'status=204'].map(fits)).toEqual([true, true, true]);
    },
  );

  test('an unsigned delivery that is accepted is matched by the content of its body', () => {
    expect(parseFilters(['trigger=run:*'])(about('run:completed', 'unsigned'))).toBe(true);
  });

  test('a body that is not a notification is matched only by filters for the verdict', () => {
    const empty = { ...one, notification: null };
    expect(parseFilters(['trigger=*'])(empty)).toBe(false);
    expect(parseFilters(['verified=true'])(empty)).toBe(true);
  });
});

describe('a wait', () => {
  const waitOver = (deliveries: Delivery[], until = ['trigger=run:completed'], rest = {}) =>
    deliveries.reduce(createWait(until, rest), nothingYet);
  const created = about('run:created');
  const completed = about('run:completed');
  const errored = about('run:errored');

  test('a wait ends with its event, and later events do not change the result', () => {
    expect(waitOver([created])).toMatchObject({ outcome: null, events: [] });
    expect(waitOver([created, completed, errored])).toMatchObject({ outcome: 'done', events: [completed] });
  });

  test('a failed run ends a wait as failed, unless the wait is for failed runs', () => {
    expect(waitOver([created, errored])).toMatchObject({ outcome: 'errored', events: [errored] });
    expect(waitOver([errored], ['trigger=run:errored'])).toMatchObject({ outcome: 'done' });
    expect(waitOver([errored], ['trigger=run:*'])).toMatchObject({ outcome: 'done' });
  });

  test('a wait is not ended by the run of another workspace', () => {
    const until = ['trigger=run:completed', 'workspace=network'];
    const elsewhere = ['workspace_name=other', 'workspace_id=ws-other'];
    const others = [about('run:completed', 'verified', ...elsewhere), about('run:errored', 'verified', ...elsewhere)];
    expect(waitOver(others, until)).toMatchObject({ outcome: null, events: [] });
  });

  test.each(['missing', 'malformed', 'mismatch'] as const)(
    'a wait counts a bad signature (%s) and continues',
    (verdict) => {
      const waiting = waitOver([about('run:errored', verdict), about('run:completed', verdict)]);
      expect(waiting).toMatchObject({ outcome: null, badSignatures: 2, events: [] });
    },
  );

  test('a wait accepts unsigned deliveries only if that is allowed', () => {
    const unsigned = about('run:completed', 'unsigned');
    expect(waitOver([unsigned]).outcome).toBeNull();
    expect(waitOver([unsigned], undefined, { allowUnsigned: true }).outcome).toBe('done');
    expect(waitOver([about('run:completed', 'mismatch')], undefined, { allowUnsigned: true }).outcome).toBeNull();
  });

  test('a wait for several events counts a repeated event once', () => {
    const again = about('run:completed');
    const another = about('run:completed', 'verified', 'run_id=run-2');
    expect(waitOver([completed, again], undefined, { count: 2 })).toMatchObject({ outcome: null, events: [completed] });
    expect(waitOver([completed, again, another], undefined, { count: 2 })).toMatchObject({
      outcome: 'done',
      events: [completed, another],
    });
  });
});

describe('the triggers of a configuration that svc creates for a wait', () => {
  test.each([
    ['a known trigger, and the failure', ['trigger=run:completed'], ['run:completed', 'run:errored']],
    ['all triggers that a star matches', ['trigger=run:*ing'], ['run:planning', 'run:applying', 'run:errored']],
    ['a trigger of a newer service as typed', ['trigger=run:policy_checked'], ['run:policy_checked', 'run:errored']],
    ['a trigger of a newer service without its star', ['trigger=run:planned*'], ['run:planned', 'run:errored']],
    ['no trigger for the verification', ['trigger=verification', 'trigger=verif*'], ['run:errored']],
  ])('a configuration for a wait gets the right triggers: %s', (_, until, triggers) => {
    expect(triggersFor(until)).toEqual(triggers);
  });
});
