import { expect, test } from 'vitest';
import { machineAt, sandboxWithState } from '../../support/svc.ts';
import { startProxy } from './loop/proxy.ts';
import { Round } from './loop/round.ts';
import { type Kind, kinds } from './loop/watch.ts';

/** `npm run soak -- site` plays 500. */
const rounds = Number(process.env.SITE_ROUNDS ?? 3);
const seed = Number(process.env.PROPERTY_SEED ?? 1);
/** The only round to play, with its story. */
const only = process.env.SITE_ROUND;
const mostExamples = 5;

// trust: T-226
test.runIf(rounds > 0)(
  'a site becomes as declared, whatever another user, a lost response or Ctrl-C does, and every difference is shown',
  async () => {
    const service = await sandboxWithState();
    const { world } = service.state;
    const start = structuredClone(world);
    let round: Round | undefined;
    const address = await startProxy(service.url, {
      arrived: (exchange) => round?.arrived(exchange),
      answered: (exchange, isDelivered) => round?.answered(exchange, isDelivered),
    });
    const me = await machineAt(service);
    me.env.SVC_ADDRESS = address;
    const counts = new Map<Kind, number>(kinds.map((kind) => [kind, 0]));
    const examples: string[] = [];
    const numbers = only === undefined ? Array.from({ length: rounds }, (_, number) => number) : [Number(only)];
    for (const number of numbers) {
      Object.assign(world, structuredClone(start));
      round = new Round(seed + number * 7919, me, world);
      await round.play();
      for (const { kind, text } of round.watch.violations) {
        const count = (counts.get(kind) ?? 0) + 1;
        counts.set(kind, count);
        if (count <= mostExamples) examples.push(`SITE_ROUND=${number} ${kind}: ${text.trim()}`);
      }
      if (only !== undefined) console.log(round.story.join('\n'));
    }
    const lines = [...counts].map(([kind, count]) => `${String(count).padStart(5)}  ${kind}`);
    console.log([...examples, `${numbers.length} rounds, PROPERTY_SEED=${seed}`, ...lines].join('\n'));
    expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(kinds.map((kind) => [kind, 0])));
  },
  3_600_000,
);
