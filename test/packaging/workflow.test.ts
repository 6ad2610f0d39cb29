import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  uses?: string;
  run?: string;
}
interface Workflow {
  permissions: object;
  jobs: Record<string, { steps: Step[] }>;
}

const folder = '.github/workflows';
const steps = readdirSync(folder).flatMap((name) => {
  const workflow = parse(readFileSync(join(folder, name), 'utf8')) as Workflow;
  return Object.values(workflow.jobs).flatMap((job) => job.steps);
});

test('the release workflow runs npm run release for its tag, with --check', () => {
  const release = steps.filter(({ run }) => run?.includes('npm run release'));
  expect(release.map(({ run }) => run)).toEqual(['npm run release -- --check --tag "$GITHUB_REF_NAME"']);
});

test('every action of a workflow is pinned by the hash of a commit', () => {
  const used = steps.flatMap(({ uses }) => uses ?? []);
  expect(used).not.toEqual([]);
  expect(used.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
});

test('no workflow puts an expression into a script', () => {
  expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
});
