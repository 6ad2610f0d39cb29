import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { type Service, type ServiceOptions, startService } from '../support/service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let started: Service;
let receiving: Receiver;

/** The service of the running test: that of its file or block. */
export const service = new Proxy({} as Service, { get: (_, name: keyof Service) => started[name] });

/** Gives each test of a file or block a service of its own. */
export function serviceForEach(options?: ServiceOptions): void {
  beforeEach(async () => {
    started = await startService(options);
  });
  afterEach(() => started.close());
}

/** Gives all tests of a file or block the same service, because their requests change nothing: a start takes longer than such a test. */
export function serviceForAll(options?: ServiceOptions): void {
  beforeAll(async () => {
    started = await startService(options);
  });
  afterAll(() => started.close());
}

/** Starts one more service, until the end of the test. */
export async function serviceForTest(options: ServiceOptions): Promise<Service> {
  const other = await startService(options);
  onTestFinished(() => other.close());
  return other;
}

/** The receiver of the running test, in files whose tests have one each. */
export const receiver = new Proxy({} as Receiver, { get: (_, name: keyof Receiver) => receiving[name] });

/** Gives each test of a file a destination of notifications. */
export function receiverForEach(): void {
  beforeEach(async () => {
    receiving = await startReceiver();
  });
  afterEach(() => receiving.close());
}
