import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { everyCommand } from '../../src/cli/reference/phrases.ts';
import { sampleBody } from '../../src/webhooks/sample.ts';
import { keepDelivery } from '../support/journal.ts';
import { hostilePlatform, writeNames } from '../support/names.ts';
import { type Machine, machine, machineAt, type RunOptions, sandbox } from '../support/svc.ts';
import { onTestFinished } from '../support/test-finished.ts';
import { wholeTree } from '../support/tree.ts';

/** The lines for a typed line; a blank at its end begins a new word. */
async function lines(line: string | readonly string[], me?: Machine, options?: RunOptions): Promise<string[]> {
  const words = typeof line === 'string' ? line.split(' ') : line;
  const { code, stderr, stdout } = await (me ?? (await machine())).svc(['complete', '--', ...words], options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').slice(0, -1);
}

/** The offered words without their meanings. */
async function offered(...given: Parameters<typeof lines>): Promise<string[]> {
  return (await lines(...given)).map((line) => line.replace(/(?<=.)\t.*/, ''));
}

const tree = await wholeTree();
const every = everyCommand(tree);
const long = (flags: readonly { names: readonly string[] }[]) => flags.map(({ names }) => names.at(-1));
const typed = (words: readonly string[], ...more: string[]) => ['svc', ...words, ...more];

describe('svc complete', () => {
  test('complete offers the verbs of every noun', async () => {
    for (const { commands, words } of every.filter((group) => group.commands.length > 0)) {
      const verbs = commands.map((each) => each.words.at(-1));
      expect(await offered(typed(words, ''))).toEqual(words.length === 0 ? [...verbs, 'help'] : verbs);
    }
  });

  test('complete offers the flags of every command, and the global flags', async () => {
    for (const command of every) {
      const own = command === tree ? [] : long(command.flags);
      expect(await offered(typed(command.words, '--'))).toEqual([...own, ...long(tree.flags)]);
    }
  });

  test('complete offers the known values of every flag, after a blank and after =', async () => {
    for (const { flags, words } of every) {
      for (const { names, value } of flags.filter((each) => each.value?.known.length)) {
        for (const name of names) expect(await offered(typed(words, name, ''))).toEqual(value?.known);
        const joint = `${names.at(-1)}=`;
        expect(await offered(typed(words, joint))).toEqual(value?.known.map((word) => joint + word));
      }
    }
  });

  test('complete prints the meaning of a word after a tab', async () => {
    expect(await lines('svc banner cr')).toEqual(['create\tCreate a banner, now or on a schedule']);
    expect(await lines('svc notification create --tr')).toEqual(['--trigger\tevent to send']);
  });

  test('complete prints no list of values as the meaning of a flag, because the next TAB offers the values', async () => {
    for (const { flags, words } of every) {
      for (const { names, value } of flags.filter((each) => (each.value?.known.length ?? 0) > 1)) {
        const [line = ''] = await lines(typed(words, names.at(-1) ?? ''));
        const meaning = line.split('\t')[1] ?? '';
        expect(value?.known.filter((word) => meaning.split(/[ ,:;]+/).includes(word)).length, line).toBeLessThan(2);
      }
    }
  });

  test.each<[string, string[]]>([
    ['svc --json banner cr', ['create']],
    ['svc --profile banner banner cr', ['create']],
    ['svc --org banner banner cr', ['create']],
    ['svc -o json banner --output=yaml cr', ['create']],
    ['svc "banner" \'cr', ['create']],
    ['svc ban\\ner cr', ['create']],
    ['svc -o j', ['json']],
    ['svc -o', ['-o']],
    ['svc --output="j', ['--output=json']],
    ['svc banner create --title "svc" --sty', ['--style']],
    ['svc banner create --title --style --sty', ['--style']],
    ['svc banner create --title "$(x)" --sty', ['--style']],
    ['svc banner create -- --sty', []],
    ['svc banner no-such-verb cr', []],
    ['svc banner delete x', []],
    ['svc banner ls --ano', ['--anonymous']],
    ['svc module cache ls --colu', ['--columns']],
    ['svc auth login --token-f', ['--token-file']],
    ['svc status --js', ['--json']],
    ['svc help ban', ['banner']],
    ['svc help exit', ['exit-codes']],
    ['svc help banner cr', ['create']],
    ['svc help banner exit', []],
    ['svc help banner --', []],
    ['svc no-such-thing ', []],
    ['svc comp', ['completion']],
    ['svc --no-such-flag=', []],
    ['svc completion install zs', ['zsh']],
    ['svc webhook list --filter verified', ['verified=true', 'verified=false']],
    ['svc webhook listen --filter run', ['run=']],
    ['svc webhook wait --until trigger=run:cr', ['trigger=run:created']],
    ['svc login --token-file x', ['\tfile']],
    ['svc login --token-file=', ['\tfile']],
    ['svc webhook sign ', ['\tfile']],
    ['svc webhook verify ', ['last', 'last-rejected', '\tfile']],
    ['svc module download --dir ', ['\tfolder']],
    ['svc module lock ', ['\tfolder']],
    ['svc sandbox fail --path ', []],
  ])('svc complete offers the right names after %s', async (line, words) => expect(await offered(line)).toEqual(words));

  test('complete offers flags if nothing else can follow', async () => {
    expect(await offered('svc whoami ')).toContain('--json');
  });

  test('complete offers the nouns for an empty line, and needs no --, which PowerShell may remove', async () => {
    expect((await (await machine()).svc('complete')).stdout).toContain('banner\tManage site banners\n');
    expect((await (await machine()).svc('complete svc banner cr')).stdout).toMatch(/^create\t/);
  });
});

describe('svc complete for names', () => {
  test.each([
    ['svc workspace show net', /^net\S*\tws-/],
    ['svc workspace show ws-', /^ws-\S+\t\S/],
    ['svc notification list --workspace=net', /^--workspace=net\S*\tws-/],
    ['svc agent-pool list --allowed-workspace net', /^net\S*\tws-/],
    ['svc team show ', /^\S+\tteam-/],
    ['svc team add-user platform ', /^\w+\tuser-/],
    ['svc team list --user ne', /^nell\tuser-/],
    ['svc team list --user=user-B', /^--user=user-B\S+\tnell$/],
    ['svc team add-membership platform ivo', /^ivo@acme\.example\tou-/],
    ['svc team remove-membership platform ivo@acme.example ou-L', /^ou-L\S+\tivo@acme\.example$/],
    ['svc api /x -w net', /^net\S*\tws-/],
    ['svc organization show ', /^[^\t]+$/],
    ['svc --org ', /^[^\t]+$/],
    ['svc oauth-client update ', /^(hub|GitHub)\tgithub, oc-\S+$/],
    ['svc oauth-client delete GitHub oc-', /^oc-\S+\t(hub|GitHub)$/],
    ['svc agent-pool show ', /^own\tapool-\S+$/],
    ['svc agent-pool create --allowed-workspace net', /^net\S*\tws-/],
    ['svc banner delete ', /^ab-\S+\tMaintenance$/],
  ])('complete offers names of the platform: %s', async (line, shape) => {
    const me = await machineAt(await sandbox());
    await me.svc('agent-pool create --name own');
    await me.svc(['banner', 'create', '--title', 'Maintenance', '--body', 'Soon', '--yes']);
    await me.svc(
      'oauth-client create --service-provider github --oauth-token-string-env X --http-url https://github.com --api-url https://api.github.com --name hub',
      { env: { X: 'x' } },
    );
    const found = await lines(line, me);
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) expect(each).toMatch(shape);
  });

  test('complete offers names for each argument and flag whose value is a name', async () => {
    const me = await machineAt(await sandbox());
    writeNames(me.home);
    await keepDelivery(me, sampleBody('run:errored'), { id: '01kbk4h2xm' });
    await me.svc('agent-pool create --name own');
    await me.svc('banner create --title T --body B --yes');
    const isName = ({ value }: (typeof every)[number]['flags'][number]) =>
      value !== undefined && !/^(text|file|folder)$/.test(value.kind);
    const places = every.flatMap(({ arguments: values, flags, words }) => [
      ...values
        .slice(0, 1)
        .filter(isName)
        .map(() => typed(words, '')),
      ...flags.filter(isName).map(({ names }) => typed(words, names.at(-1)!, '')),
    ]);
    const empty: string[] = [];
    for (const place of places) if ((await offered(place, me)).length === 0) empty.push(place.join(' '));
    // No request lists these.
    const unlisted = ['svc account hcp-organization ', 'svc subscription show '];
    expect(empty, 'Add the list of a new noun to src/commands/complete/names.ts.').toEqual(unlisted);
  });

  test('complete offers ids in place of a name that several resources have, because the name selects none of them', async () => {
    const me = await machineAt(await sandbox());
    const create = 'oauth-client create --service-provider github --oauth-token-string-env X --name hub';
    const urls = '--http-url https://github.com --api-url https://api.github.com';
    for (const _ of [1, 2]) await me.svc(`${create} ${urls}`, { env: { X: 'x' } });
    const found = await lines('svc oauth-client show ', me);
    expect(found.filter((line) => /^oc-\S+\thub$/.test(line))).toHaveLength(2);
    expect(found.filter((line) => line.startsWith('hub'))).toEqual([]);
  });

  test('complete offers names of this machine: profiles, notifications with a stored token, module calls and deliveries', async () => {
    const me = await machine();
    writeNames(me.home);
    expect(await lines('svc --profile wo', me)).toEqual(['work\thttps://example.com', 'wo-2\thttps://example.com']);
    expect(await offered('svc profile use wo-', me)).toEqual(['wo-2']);
    expect(await offered('svc profile rename wo-', me)).toEqual(['wo-2']);
    expect(await offered('svc profile rename work ', me)).toEqual([]);
    expect(await offered('svc profile create ', me)).toEqual([]);
    expect(await offered('svc webhook listen --notification nc', me)).toEqual(['nc-1']);
    expect(await offered('svc notification show ', me)).toEqual(['nc-1']);
    expect(await lines('svc module lock --upgrade network.', me)).toEqual(['network.subnet\t$(touch evaluated)']);
    await keepDelivery(me, sampleBody('run:errored'), { id: '01kbk4h2xm', at: '2026-11-23T10:00:00.000Z' });
    expect(await lines('svc webhook show 01', me)).toEqual([
      '01kbk4h2xm\t2026-11-23T10:00:00.000Z verified run:errored',
    ]);
    expect(await offered('svc webhook replay 01kb 0', me)).toEqual(['01kbk4h2xm']);
    expect(await offered('svc webhook verify 0', me)).toEqual(['01kbk4h2xm', '\tfile']);
  });

  test('complete offers profiles without the password in an address', async () => {
    const me = await machine();
    writeNames(me.home, 'https://me:hunter2@example.com');
    expect(await lines('svc profile use work', me)).toEqual(['work\thttps://***@example.com']);
  });

  // trust: T-144
  test('complete reads names of the platform with one GET request, and ignores --address on the line', async () => {
    const [mine, other] = [await hostile(), await hostile()];
    const me = await machine();
    writeNames(me.home, mine.address);
    const line = `svc --address ${other.address} --retries 9 --organization own/../x workspace show web`;
    expect(await offered(line, me)).toEqual(['web', 'web-2']);
    expect(mine.requests).toEqual([
      'GET /api/v2/organizations/own%2F..%2Fx/workspaces?page%5Bsize%5D=100 Bearer secret',
    ]);
    expect(other.requests).toEqual([]);
  });

  // trust: T-143
  test('complete offers names of the platform as lines that are safe on a terminal', async () => {
    const { address } = await hostile();
    const me = await machine();
    writeNames(me.home, address);
    expect(await offered('svc workspace show ', me)).toEqual([
      'web',
      '$(touch evaluated)',
      '`touch evaluated`',
      'a;touch evaluated',
      "'; touch evaluated; '",
      '*',
      'a b',
      'x-12',
      'web-2',
    ]);
    expect(await lines('svc banner delete x-8', me)).toEqual(['x-8\tred\\u001b[31m']);
  });
});

describe('svc complete without a result', () => {
  // trust: T-144
  test.each(['fail', 'moved', 'slow', 'deaf'] as const)(
    'complete offers nothing and reports nothing for a server that is %s',
    async (kind) => {
      const service = await sandbox();
      const me = await machineAt(service);
      if (kind === 'fail') await service.fail({ path: '/', status: 503, times: 1 });
      if (kind === 'moved')
        await service.fail({ path: '/', status: 307, location: `${service.url}/api/v2/x`, times: 1 });
      if (kind === 'slow') await service.fail({ path: '/', kind: 'hang', times: 1 });
      const env = { SVC_RETRIES: '5', SVC_DEBUG: '1', ...(kind === 'deaf' && { SVC_ADDRESS: await deafAddress() }) };
      expect(await lines('svc workspace show ', me, { env })).toEqual([]);
    },
  );

  test.each<[string, Record<string, string | undefined>]>([
    ['without a token', { SVC_TOKEN: undefined }],
    ['without an address', { SVC_ADDRESS: undefined }],
    ['without an organization', { SVC_ORGANIZATION: undefined }],
    ['with an invalid setting', { SVC_TIMEOUT: 'soon' }],
    ['with an unknown profile', { SVC_PROFILE: 'nobody' }],
    ['with a config folder that is not absolute', { SVC_CONFIG_DIR: 'here' }],
  ])('svc complete offers nothing and reports nothing %s', async (_, env) => {
    const me = await machineAt(await sandbox());
    expect(await lines('svc workspace show ', me, { env })).toEqual([]);
  });

  test('complete offers nothing and reports nothing for an invalid config file', async () => {
    const me = await machineAt(await sandbox());
    await mkdir(join(me.home, '.config/svc'), { recursive: true, mode: 0o700 });
    await writeFile(join(me.home, '.config/svc/config.json'), '{"profiles": [', { mode: 0o600 });
    expect(await lines('svc --profile ', me)).toEqual([]);
    expect(await lines('svc workspace show ', me)).toEqual([]);
  });
});

// trust: T-144
test('svc complete writes no file', async () => {
  const me = await machineAt(await sandbox());
  for (const line of ['svc workspace show ', 'svc --profile ', 'svc webhook show ', 'svc module lock --upgrade '])
    await lines(line, me);
  expect(readdirSync(me.home)).toEqual([]);
  expect(readdirSync(join(me.home, '..')).filter((name) => name.startsWith(`${me.home.split('/').at(-1)}-`))).toEqual(
    [],
  );
});

describe('the completion scripts', () => {
  const texts = ['bash', 'zsh', 'fish', 'ps1'].map((name) => readFileSync(`completions/svc.${name}`, 'utf8'));

  test('each completion script has at most 40 lines of ASCII', () => {
    for (const text of texts) {
      expect(text.split('\n').length).toBeLessThanOrEqual(41);
      expect(text).not.toMatch(/[^\x00-\x7f]/);
    }
  });

  // trust: T-143
  test('the completion scripts evaluate no text and start no program except svc', () => {
    for (const text of texts) {
      const code = text.replace(/^ *#.*$/gm, '');
      expect(code).not.toMatch(
        /\beval\b|\bInvoke-Expression\b|\biex\b|\bcompgen\b|ScriptBlock\]::Create|(?<!\w)& ?[$(]/,
      );
      expect(code.match(/\bsvc complete -- /g)).toHaveLength(1);
    }
  });

  test('the bash completion script needs nothing newer than bash 3.2 and no other package', () => {
    expect(texts[0]).not.toMatch(/declare -A|local -[An]|mapfile|readarray|\$\{\w+(,,|\^\^|@Q)|;;&|;&|&>>|\[\[ -v/);
    expect(texts[0]).not.toMatch(/_init_completion|_get_comp_words|__ltrim/);
  });

  test('the PowerShell completion script quotes a word with special characters', () => {
    const [, plain = ''] = /-notmatch '(.+?)'/.exec(texts[3]!) ?? [];
    for (const word of ['web-2', '--edition=hosted', 'run:completed', 'a@b']) expect(word).toMatch(new RegExp(plain));
    for (const word of ['a b', '$(x)', 'a;b', '`x`', '@x', '{x}', 'a,b', '#x', "it's", '*', 'a|b', '&x', '%x', ''])
      expect(word).not.toMatch(new RegExp(plain));
    expect(texts[3]).toContain(`-replace "(['\\u2018-\\u201b])", '$1$1'`);
  });
});

async function hostile(): ReturnType<typeof hostilePlatform> {
  const platform = await hostilePlatform();
  onTestFinished(() => platform.close());
  return platform;
}

/** Returns the address of a server that never responds. */
async function deafAddress(): Promise<string> {
  const server = createServer(() => undefined);
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}
