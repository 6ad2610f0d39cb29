import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from './test-finished.ts';

/** A new folder that is deleted after the test. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'svc-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
