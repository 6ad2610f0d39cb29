import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Service, type ServiceOptions, startService } from '../support/service.ts';

/** Gives each test of a block a service of its own. */
export function serviceForEach(given: (service: Service) => void, options?: ServiceOptions): void {
  let service: Service;
  beforeEach(async () => {
    service = await startService(options);
    given(service);
  });
  afterEach(() => service.close());
}

/** Gives all tests of a block the same service, because their requests leave it as it is: a start takes longer than such a test. */
export function serviceForAll(given: (service: Service) => void, options?: ServiceOptions): void {
  let service: Service;
  beforeAll(async () => {
    service = await startService(options);
    given(service);
  });
  afterAll(() => service.close());
}
