import { account } from '../../api/contract/platform/account.ts';
import { featureSets } from '../../api/contract/platform/feature-sets.ts';
import { organizations } from '../../api/contract/platform/organizations.ts';
import { ping } from '../../api/contract/platform/ping.ts';
import { CheckFailedError, cancellation, SvcError } from '../../base/errors.ts';
import { maskUrls } from '../../base/secrets.ts';
import { cannot, errnoOf } from '../../base/system/files.ts';
import { counted } from '../../base/text.ts';
import { action, type Command } from '../../cli/verb.ts';
import type { Check } from './checks.ts';
import { drawingOf, type Finding, type Result, resultView, Skipped } from './result.ts';
import type { Subject } from './subject.ts';

export const noun = action({
  text: `Checks the installation, the settings, the platform, the token, the registries and the folders, all at the same time. It sends
the requests of every command, so its errors have the same messages. Prints each problem with its fix, or one line without problems; --all prints
each check. A missing address or token is a failure, and the checks that require it are skipped. Each request has 5 seconds, or --timeout.
Nothing is written, and no secret is shown.

The exit code is 8 if a check failed. With -o json: {"checks": [{"name": "token", "status": "ok|warning|failed|skipped", "detail": ..., "fix": ...}]}.`,
  flags: (command: Command) => command.option('--all', 'print all checks, not only problems'),
  calls: [ping.show, account.details, organizations.show, featureSets.ofOrganization],
  examples: ['svc doctor', 'svc doctor --all', `svc doctor --jq '.checks[] | select(.status == "failed")'`],
  async run(context, { all = false }) {
    const { output, progress } = context;
    const [{ checks }, { Subject }] = await Promise.all([import('./checks.ts'), import('./subject.ts')]);
    const spinner = progress('Checking');
    const subject = new Subject(context);
    const made = Object.entries(checks).map(([name, check]) => resultsOf(name, check, subject));
    const results = (await Promise.all(made).finally(spinner.stop)).flat();
    await output.report({ checks: results }, resultView, results, drawingOf(results, all));
    const failures = results.filter(({ status }) => status === 'failed').map(({ name }) => name);
    if (failures.length > 0) {
      throw new CheckFailedError(`${counted(failures.length, 'check')} failed: ${[...new Set(failures)].join(', ')}.`);
    }
  },
});

/** Runs a check, and returns its results without secrets. @throws {SvcError} of a cancelled run */
async function resultsOf(name: string, check: Check, subject: Subject): Promise<Result[]> {
  const { host, secrets } = subject.context;
  const findings = await findingsOf(check, subject);
  if (host.signal.aborted) throw cancellation(host.signal);
  return findings.map(({ detail, fix, status }) => ({
    name,
    status,
    detail: secrets.hideInSentence(maskUrls(detail)),
    // Keep the placeholder of a password, which ordinary masking would hide.
    fix: fix === undefined ? null : secrets.hideInSentence(fix),
  }));
}

async function findingsOf(check: Check, subject: Subject): Promise<Finding[]> {
  try {
    return [await check(subject)].flat();
  } catch (error) {
    if (error instanceof Skipped) return [{ status: 'skipped', detail: error.message, fix: error.fix }];
    if (error instanceof SvcError) return [{ status: 'failed', detail: error.message, fix: error.hint }];
    if (errnoOf(error) === undefined) throw error;
    const { path } = error as NodeJS.ErrnoException;
    // No program can start in a deleted folder. Reading the current folder then throws the reason.
    return findingsOf(
      async ({ context: { host } }) => Promise.reject(cannot(`use ${path ?? host.cwd}`, error)),
      subject,
    );
  }
}
