import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/base/errors.ts';
import { parseConstraint } from '../../../src/modules/address/constraint.ts';
import { type LiteralRegistry, literalRegistry } from '../../support/registry.ts';
import { machine } from '../../support/svc.ts';
import { hasTerraform, terraformGet } from '../../support/terraform.ts';

/** A registry's list, the requested constraint, and the downloaded version, if any. */
type Row = [listed: string, asked: string | undefined, chosen: string | undefined];

/** Choices of the stock binary (1.11.4), read from its requests and verified in each run. */
const agreed: Row[] = [
  // Without a constraint: the newest release.
  ['1.0.0 1.10.0 1.9.0', undefined, '1.10.0'],
  ['9.0.0 10.0.0', undefined, '10.0.0'],
  ['1.0.0 1.10.0 2.0.0-beta1', undefined, '1.10.0'],
  ['1.0.0 1.0.0.1', undefined, '1.0.0.1'],
  ['', undefined, undefined],
  // Every operator.
  ['1.0.0 1.1.0', '1.0.0', '1.0.0'],
  ['1.0.0 1.1.0', '= 1.0.0', '1.0.0'],
  ['1.0.0 1.1.0', '=1.0', '1.0.0'],
  ['1.0.0 1.1.0', '1', '1.0.0'],
  ['1.0.0 1.1.0 2.0.0', '!= 2.0.0', '1.1.0'],
  ['1.0.0 1.1.0 2.0.0', '!= 2.0.0, != 1.1.0', '1.0.0'],
  ['1.0.0 1.10.0 1.9.0', '< 1.10', '1.9.0'],
  ['1.0.0 1.0.1', '<= 1.0', '1.0.0'],
  ['1.0.0 1.0.1', '> 1.0', '1.0.1'],
  ['1.0.0', '>= 2.0', undefined],
  ['1.0.0', '1.0.1', undefined],
  // ~> of one to four numbers.
  ['1.0.0 1.1.0 2.0.0', '~> 1', '2.0.0'],
  ['1.0.0 1.1.0 2.0.0', '~> 1.0', '1.1.0'],
  ['1.0.0 1.0.5 1.1.0 2.0.0', '~> 1.0.0', '1.0.5'],
  ['1.0.0 1.0.5 1.0.5.1 1.1.0', '~> 1.0.5', '1.0.5.1'],
  ['1.0.0 1.0.5 1.0.5.1 1.1.0', '~> 1.0.5.0', '1.0.5.1'],
  ['1.0.0 1.2.0', '~> v1.0', '1.2.0'],
  // Several comparisons, and blanks.
  ['1.0.0 1.1.0 2.0.0', '>= 1.0, < 2.0', '1.1.0'],
  ['1.0.0 1.1.0 2.0.0', '>=1.0,<2.0', '1.1.0'],
  ['1.0.0 1.1.0 2.0.0', '   >=   1.0   ,\t<   2.0   ', '1.1.0'],
  ['1.0.0 1.1.0', '>= 1.0, = 1.0.0', '1.0.0'],
  ['1.0.0 1.1.0', '=1.0.0,=1.1.0', undefined],
  // Prereleases.
  ['1.0.0 2.0.0-beta1 2.0.0-beta2', '2.0.0-beta1', '2.0.0-beta1'],
  ['1.0.0 2.0.0-beta1', ' 2.0.0-beta1 ', '2.0.0-beta1'],
  ['1.0.0 2.0.0-beta1', '=2.0.0-beta1', '2.0.0-beta1'],
  ['1.0.0 2.0.0-beta1', '2.0-beta1', '2.0.0-beta1'],
  ['1.0.0 2.0.0-beta1 2.0.0-beta2', '>= 2.0.0-beta1', undefined],
  ['1.0.0 2.0.0-beta1 2.0.0', '>= 2.0.0-beta1', '2.0.0'],
  ['1.0.0 2.0.0-beta1 2.0.0', '~> 2.0.0-beta1', undefined],
  ['1.0.0 2.0.0-beta1 2.0.1', '~> 2.0.0-beta1', undefined],
  ['1.0.0 2.0.0-beta1', '<=2.0.0-beta1', '1.0.0'],
  ['1.0.0 2.0.0-beta1', '!= 1.0.0', undefined],
  ['1.0.0 1.2.0', '> 1.0.0-alpha', '1.2.0'],
  ['1.0.0 1.1.0-alpha 1.1.0-beta', '1.1.0-alpha, 1.1.0-beta', undefined],
  ['1.0.0-a 1.0.0-a.1 1.0.0-a.b', '1.0.0-a.1', '1.0.0-a.1'],
  ['1.0.0 2.0.0-01', '2.0.0-01', '2.0.0-01'],
  // Spellings: svc requests the canonical one, whatever the list and the user write.
  ['v1.0.0 v1.2.0', '>= 1.0', '1.2.0'],
  ['1.0.0 1.2.0', 'v1.0.0', '1.0.0'],
  ['1.0 1.1 2', '~> 1.0', '1.1.0'],
  ['01.02.03 1.2.2', '>= 1.2', '1.2.3'],
  ['1.2.3', '01.02.03', '1.2.3'],
  ['v1.0.0 1.0.0', undefined, '1.0.0'],
  ['1.0.0 2.0-beta1', '2.0.0-beta1', '2.0.0-beta1'],
  ['1.0.0 v2.0.0-beta1', '2.0.0-beta1', '2.0.0-beta1'],
  ['1.0.0 1.7rc2', '1.7.0-rc2', '1.7.0-rc2'],
  // Metadata.
  ['1.0.0+a 1.2.0+b', '>= 1.0', '1.2.0+b'],
  ['1.0.0+a', '1.0.0', '1.0.0+a'],
  ['1.0.0+a 1.0.0+b', '~> 1.0', '1.0.0+a'],
  ['1.0.0+a 1.0.0+b', '>= 1.0.0+b', '1.0.0+a'],
  ['1.0.0+a 1.0.0+b', '!= 1.0.0+b', undefined],
  ['1.0.0 2.0.0-beta1+m', '2.0.0-beta1+m', '2.0.0-beta1+m'],
  ['1.0.0 2.0.0-a+m 2.0.0-a+n', '2.0.0-a+n', '2.0.0-a+n'],
  ['1.0.0 2.0.0-beta1+m', '2.0.0-beta1', undefined],
  ['1.0.0 2.0.0-beta1+m', '2.0.0-beta1+k', undefined],
  ['1.0.0 2.0.0-beta1', '2.0.0-beta1+k', undefined],
  // Texts that are not versions, or hardly.
  ['1.0.0 nightly 1.1.0', undefined, '1.1.0'],
  ['nightly', undefined, undefined],
  ['V1.5.0 1.0.0. 1.1.0 1..2 1.*', undefined, '1.1.0'],
  ['1.0.0 9007199254740993.0.0 9007199254740992.0.0', undefined, '9007199254740993.0.0'],
  ['1.0.0 99999999999999999999.0.0', undefined, '1.0.0'],
];

/**
 * Prereleases requested exactly, by the rules (docs/protocol/modules.md#choice), and that the stock binary does not
 * find: it reads the constraint a second time with a stricter grammar, which knows no blank after the operator, no v, no comma
 * and so on.
 */
const foundByUsAlone: Row[] = [
  ['1.0.0 2.0.0-beta1', '= 2.0.0-beta1', '2.0.0-beta1'],
  ['1.0.0 2.0.0-beta1', 'v2.0.0-beta1', '2.0.0-beta1'],
  ['1.0.0 2.0.0-beta1', '2.0.0-beta1, != 3.0.0', '2.0.0-beta1'],
  ['1.0.0 2.0.0.1-beta1', '2.0.0.1-beta1', '2.0.0.1-beta1'],
  ['1.0.0 1.7rc2', '1.7rc2', '1.7.0-rc2'],
  ['1.0.0 1.2.3~rc1', '1.2.3~rc1', '1.2.3-~rc1'],
];

/** Versions that svc downloads, and then those of the stock binary, which never considers the build of a release. */
const otherwise: [...Row, theirs: string | undefined][] = [
  ['1.0.0-rc1 1.0.0-rc2', undefined, '1.0.0-rc2', undefined],
  ['1.0.0+a 1.0.0+b', '1.0.0+b', '1.0.0+b', '1.0.0+a'],
  ['1.0.0+a 1.0.0+b', '= 1.0.0+b', '1.0.0+b', '1.0.0+a'],
  ['1.0.0+a 1.0.0+b', '>= 1.0, 1.0.0+b', '1.0.0+b', '1.0.0+a'],
  ['1.0.0 1.0.0+b', '1.0.0+b', '1.0.0+b', '1.0.0'],
  ['1.0.0+b 1.0.0', '1.0.0', '1.0.0', '1.0.0+b'],
  ['1.0.0', '1.0.0+b', undefined, '1.0.0'],
  ['1.0.0+a 1.0.0+b', '1.0.0+zzz', undefined, '1.0.0+a'],
];

const refused = [
  ...['', ' ', ',', ',1.0', '1.0.0,,2.0', '>= 1.0,', '~> 1.0 ,', '>=', '> = 1.0', '= = 1.0', '==1.0', '=>1.0'],
  ...['^1', '~1.2', '~>> 1', '!1.0', '<> 1.0', '1.x', '1.*', '*', '>= 1.0 < 2.0', '1.0 || 2.0', '1.0.0 - 2.0.0'],
  ...['latest', 'v', 'vv1.0', 'V1.0.0', '-1', '1.', '1..0', '1.0.0+', '1.0.0-a..b', '1.0.0_1', '1.0.0/2', '1.0.0-é'],
  ...['１.0.0', '\u00a01.0', '1.0\u00a0', '>=\u20031.0', '99999999999999999999.0.0', '>= 9223372036854775808'],
];
const accepted = [
  ...['1', '1.0-', '1.0.0-', '1.0.0-~', '1.0.0~', '1a', '1-a', '1.0a.1', '1.0.0-01', '1.2.3.4.5.6', '~>\t1.0', '1.0\n'],
  '>= 9223372036854775807',
];

const stock = hasTerraform();
const rows: Row[] = [
  ...agreed,
  ...foundByUsAlone,
  ...otherwise.map(([listed, asked, ours]): Row => [listed, asked, ours]),
];

/** Each row is a module of its own. */
async function registryOf(lists: readonly Row[]): Promise<LiteralRegistry> {
  const archive = gzipSync(await packTar([{ header: { name: 'main.tf', size: 0 }, body: '' }]));
  const modules = lists.map(([listed], n) => {
    const versions = listed.split(' ').filter(Boolean);
    return [`t/row${n}/x`, { versions, download: () => '/m.tar.gz' }] as const;
  });
  return literalRegistry({ modules: Object.fromEntries(modules), files: { '/m.tar.gz': archive } });
}

/** Returns the versions whose download was requested, row by row. */
function choices({ seen }: LiteralRegistry): (string | undefined)[] {
  const asked = seen.flatMap(({ path }) => [/^\/v1\/modules\/t\/row(\d+)\/x\/([^/]+)\/download$/.exec(path) ?? []]);
  const chosen = new Map(asked.map(([, row, version]) => [Number(row), decodeURIComponent(version ?? '')]));
  return rows.map((_, n) => chosen.get(n));
}

const told = (answers: (string | undefined)[]) =>
  rows.map(([listed, asked], n) => `${JSON.stringify(asked)} of [${listed}]: ${answers[n]}`);

describe('the version that a constraint chooses', () => {
  test(`svc chooses the expected version of each of ${rows.length} lists`, async () => {
    const registry = await registryOf(rows);
    const { svc } = await machine({ SVC_REGISTRY: `${registry.url}/v1/modules/` });
    const codes = [];
    for (const [n, [, asked]] of rows.entries()) {
      // A bare version is requested without reading the list first; after a sign it is a constraint.
      const constraint = asked?.replace(/^v?\d[^,+]*$/, '= $&');
      const address = `t/row${n}/x${constraint === undefined ? '' : `@${constraint}`}`;
      codes.push((await svc(['module', 'download', address, '--dry-run'])).code);
    }
    expect(told(choices(registry))).toEqual(told(rows.map(([, , chosen]) => chosen)));
    expect(codes).toEqual(rows.map(([, , chosen]) => (chosen === undefined ? 3 : 0)));
  });

  test.skipIf(!stock)(
    'terraform chooses the same version, except from lists with build metadata or with prereleases only, and for constraints that only terraform rejects',
    async () => {
      const registry = await registryOf(rows);
      const { home } = await machine();
      const blocks = rows.map(
        ([, version], n) => [`row${n}`, { source: `modules.test/t/row${n}/x`, version }] as const,
      );
      await terraformGet(home, `${registry.url}/v1/modules/`, Object.fromEntries(blocks));
      const expected = [
        ...agreed.map(([, , chosen]) => chosen),
        ...foundByUsAlone.map(() => undefined),
        ...otherwise.map(([, , , theirs]) => theirs),
      ];
      expect(told(choices(registry))).toEqual(told(expected));
    },
  );
});

describe('the syntax of a constraint', () => {
  const outcome = (text: string) => {
    try {
      parseConstraint(text);
      return 'accepted';
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      return 'refused';
    }
  };
  const all = [...refused, ...accepted];
  const expected = all.map((text) => [text, refused.includes(text) ? 'refused' : 'accepted']);

  test('svc accepts and rejects each constraint as expected', () => {
    expect(all.map((text) => [text, outcome(text)])).toEqual(expected);
  });

  test.skipIf(!stock)('the stock binary accepts and rejects the same constraints', async () => {
    const registry = await literalRegistry({});
    const { home } = await machine();
    const blocks = all.map((version, n) => [`m${n}`, { source: 'modules.test/t/none/x', version }] as const);
    const { stderr } = await terraformGet(home, `${registry.url}/v1/modules/`, Object.fromEntries(blocks));
    const words = /Invalid version constraint\s+on main\.tf line \d+, in module "m(\d+)"/g;
    const wrong = new Set([...stderr.matchAll(words)].map(([, n]) => Number(n)));
    expect(all.map((text, n) => [text, wrong.has(n) ? 'refused' : 'accepted'])).toEqual(expected);
  });
});
