import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CancelledError } from '../../../../src/base/errors.ts';
import type { World } from '../../../../src/sandbox/world.ts';
import type { Machine, RunResult } from '../../../support/svc.ts';
import {
  type Declared,
  documentNames,
  drawDocument,
  edit,
  renewSecrets,
  Secrets,
  secretsOf,
  secretText,
  textOf,
} from './documents.ts';
import { type Live, livesOf } from './facets.ts';
import { OtherHand } from './other-hand.ts';
import type { Exchange, Fault } from './proxy.ts';
import { Random } from './random.ts';
import { differencesAtRest } from './rest.ts';
import { kinds, Watch } from './watch.ts';

/** The disturbances of a run. */
interface Trouble {
  /** The number of requests after which the other user acts. */
  acts: number[];
  /** The fault of the write with this number. */
  fault?: { write: number; kind: Fault } | undefined;
  /** The number of requests after which Ctrl-C is sent. */
  stopAfter?: number | undefined;
}

const quiet: Trouble = { acts: [] };
/** The applies in which a quiet site must reach the declared state, after the apply that sends all secrets. */
const mostApplies = 4;

/** A site from its first document to its end: people edit documents, svc applies them, and another user changes the site meanwhile. */
export class Round {
  readonly story: string[] = [];
  readonly watch: Watch;
  readonly #random: Random;
  readonly #secrets = new Secrets();
  readonly #documents: Declared[];
  readonly #hand: OtherHand;
  #trouble = quiet;
  #requests = 0;
  #writes = 0;
  #stop = new AbortController();
  #made: string[] = [];

  constructor(
    seed: number,
    readonly me: Machine,
    readonly world: World,
  ) {
    this.#random = new Random(seed);
    this.watch = new Watch(world);
    const names = documentNames.slice(0, 1 + this.#random.int(documentNames.length));
    this.#documents = names.map((name) => drawDocument(name, this.#random, this.#secrets));
    this.#hand = new OtherHand(world, names, this.#random);
  }

  arrived(exchange: Exchange): Fault | undefined {
    this.watch.arrived(exchange);
    if (exchange.method === 'GET') return undefined;
    this.#writes += 1;
    const { fault } = this.#trouble;
    if (fault?.write !== this.#writes) return undefined;
    this.story.push(`  ${exchange.method} ${exchange.path}: ${fault.kind}`);
    if (fault.kind === 'reset') this.watch.attempt(exchange);
    return fault.kind;
  }

  answered(exchange: Exchange, isDelivered: boolean): void {
    const before = this.watch.made.size;
    this.watch.answered(exchange, isDelivered);
    if (exchange.method !== 'GET') this.story.push(`  ${exchange.method} ${exchange.path}: ${exchange.status}`);
    if (this.watch.made.size > before) this.#made.push([...this.watch.made.keys()].at(-1) ?? '');
    this.#requests += 1;
    for (const after of this.#trouble.acts) if (after === this.#requests) this.#act();
    if (this.#trouble.stopAfter !== this.#requests) return;
    this.story.push('  Ctrl-C');
    this.#stop.abort(new CancelledError());
  }

  async play(): Promise<void> {
    await rm(join(this.me.home, 'site.record.json'), { force: true });
    for (let left = this.#random.int(4); left > 0; left -= 1) this.#act();
    const steps = 3 + this.#random.int(4);
    for (let step = 0; step < steps; step += 1) {
      const { prune, given } = await this.#step(step > 0);
      if (this.#random.chance(0.7)) await this.#check(given, prune);
      if (this.#random.chance(0.4)) this.#act();
    }
    await this.#settle();
  }

  async #step(isLater: boolean) {
    const random = this.#random;
    if (isLater)
      for (let left = random.int(4); left > 0; left -= 1) edit(random.pick(this.#documents), random, this.#secrets);
    const some = random.some(this.#documents, 0.7);
    const given = some.length > 0 ? some : this.#documents.slice(0, 1);
    const prune = random.pick(['', '', '--prune', '--prune-all']);
    const send = random.chance(0.3) ? '--send-secrets' : '';
    const how = random.int(10);
    if (how < 4) await this.#applyReviewed(given, prune, send);
    else if (how < 6) await this.#rotate(given, prune);
    else await this.#apply(given, [...namesOf(given), prune, send], this.#drawTrouble());
    if (random.chance(0.3)) await this.#apply(given, [...namesOf(given), prune], quiet);
    return { given, prune: prune !== '' };
  }

  #drawTrouble(): Trouble {
    const random = this.#random;
    const acts = random.chance(0.5) ? Array.from({ length: 1 + random.int(3) }, () => 1 + random.int(24)) : [];
    const kind = random.pick(['reset', 'cut', 'html'] as const);
    const fault = random.chance(0.35) ? { write: 1 + random.int(4), kind } : undefined;
    return { acts, fault, stopAfter: random.chance(0.1) ? 2 + random.int(20) : undefined };
  }

  /** Gives every secret a new value, and may lose one of the writes that send them. */
  async #rotate(given: readonly Declared[], prune: string): Promise<void> {
    for (const document of given) renewSecrets(document, this.#secrets);
    const kind = this.#random.pick(['reset', 'reset', 'cut', 'html'] as const);
    const fault = this.#random.chance(0.8) ? { write: 1 + this.#random.int(3), kind } : undefined;
    await this.#apply(given, [...namesOf(given), prune, '--send-secrets'], { acts: [], fault });
  }

  /** Saves a plan, lets the other user act while people review it, and applies it. */
  async #applyReviewed(given: readonly Declared[], prune: string, send: string): Promise<void> {
    const random = this.#random;
    this.watch.begin({ documents: [], absent: [], isReviewed: false });
    await this.#svc(['diff', ...namesOf(given), prune && '--prune', send, '--out', 'site.plan'], quiet);
    const acts = random.chance(0.7) ? 1 + random.int(3) : 0;
    for (let left = acts; left > 0; left -= 1) this.#act(random.chance(0.5));
    const all = prune === '--prune-all' ? prune : '';
    const { stderr } = await this.#apply(given, ['--plan', 'site.plan', all], this.#drawTrouble(), true);
    if (acts === 0 && this.#isUndisturbed() && /out of date/.test(stderr)) this.watch.violate(kinds[7], stderr.trim());
  }

  /** Returns whether the other user did not act during the last run. */
  #isUndisturbed = () => this.#trouble.acts.every((after) => after > this.#requests);

  async #apply(given: readonly Declared[], words: string[], trouble: Trouble, isReviewed = false): Promise<RunResult> {
    const absent = given.flatMap((each) => each.absent);
    this.watch.begin({ documents: given.map(({ name }) => name), absent, isReviewed });
    const result = await this.#svc(['apply', ...words, '--yes'], trouble);
    // The record may not have the last creation.
    if (this.#stop.signal.aborted) this.watch.doubt(this.#made.slice(-1));
    return result;
  }

  async #check(given: readonly Declared[], prune: boolean): Promise<void> {
    this.watch.begin({ documents: [], absent: [], isReviewed: false });
    const { code } = await this.#svc(['diff', ...namesOf(given), '--check', prune ? '--prune' : ''], quiet);
    if (code === 0) this.#compare(given, prune);
  }

  #compare(given: readonly Declared[], prune: boolean): void {
    for (const { kind, text } of differencesAtRest(given, this.watch, prune)) {
      this.story.push(`  FOUND ${kind}: ${text}`);
      this.watch.violate(kind, text);
    }
  }

  /** Stops all users and lets people decide what svc leaves to them: the site must reach the declared state. */
  async #settle(): Promise<void> {
    for (const entry of this.#documents.flatMap(({ notifications }) => notifications)) entry.oldName = undefined;
    this.watch.byOtherHand(() => this.#decide());
    const all = this.#documents;
    const words = [...namesOf(all), '--prune-all'];
    let last = await this.#apply(all, [...words, '--send-secrets'], quiet);
    for (let left = mostApplies; left > 0 && !isAtRest(last); left -= 1) {
      for (const line of last.stderr.split('\n').filter((each) => / ha(ve|s) (this|the same) /.test(each)))
        this.watch.byOtherHand(() => this.#keepOne(new Set(line.match(/\b(nc|oc)-\w{16}\b/g))));
      last = await this.#apply(all, words, quiet);
    }
    this.watch.begin({ documents: [], absent: [], isReviewed: false });
    const { code, stderr, stdout } = await this.#svc(['diff', ...namesOf(all), '--check', '--prune'], quiet);
    if (code !== 0 || !isAtRest(last)) this.watch.violate(kinds[6], `${last.stderr}${stdout}${stderr}`);
    if (code === 0) this.#compare(all, true);
  }

  /** Leaves one of each name, and no client whose token string svc cannot have sent. */
  #decide(): void {
    const lives = livesOf(this.world);
    const isLost = ({ id, name, place }: Live) =>
      place.endsWith('oauth-clients') && name !== '' && !this.watch.made.has(id);
    this.#remove(lives.filter(isLost));
    for (const live of lives)
      this.#keepOne(
        new Set(lives.filter(({ name, place }) => place === live.place && name === live.name).map(({ id }) => id)),
      );
  }

  /** Deletes all but one of these things, if another user created them, or svc without knowing. */
  #keepOne(ids: ReadonlySet<string>): void {
    const { isForeign, made } = this.watch;
    const rank = ({ id }: Live) => (made.has(id) ? 0 : isForeign(id) ? 2 : 1);
    const found = livesOf(this.world).filter(({ id }) => ids.has(id));
    const [, ...others] = found.toSorted((a, b) => rank(a) - rank(b));
    this.#remove(others.filter((each) => rank(each) > 0));
  }

  #remove(lives: readonly Live[]): void {
    const gone = new Set(lives.map(({ id }) => id));
    this.world.notifications = this.world.notifications.filter(({ id }) => !gone.has(id));
    this.world.oauthClients = this.world.oauthClients.filter(({ id }) => !gone.has(id));
  }

  #act(isAboutOurs = false): void {
    const { made } = this.watch;
    const act = () => (isAboutOurs ? this.#hand.takeOver(made) : undefined) ?? this.#hand.act();
    this.watch.byOtherHand(() => this.story.push(`  the other hand ${act()}`));
  }

  async #svc(words: readonly string[], trouble: Trouble): Promise<RunResult> {
    this.#trouble = trouble;
    this.#requests = 0;
    this.#writes = 0;
    this.#made = [];
    this.#stop = new AbortController();
    const env: Record<string, string> = {};
    for (const document of this.#documents) {
      await writeFile(join(this.me.home, `${document.name}.yaml`), textOf(document));
      for (const use of secretsOf(document)) env[use.variable] = secretText(use);
    }
    const record = ['--record', 'site.record.json'];
    const typed = [...words.filter((word) => word !== ''), ...record, '--jobs', '1', '--retries', '0'];
    this.story.push(`svc ${typed.join(' ')}`);
    const onStderr = (text: string) => {
      if (text.includes('Plan: ')) this.watch.shown();
    };
    const result = await this.me.svc(typed, { env, signal: this.#stop.signal, onStderr });
    this.story.push(
      ...`${result.stdout}${result.stderr}`
        .trim()
        .split('\n')
        .map((line) => `    ${line}`),
    );
    this.story.push(`  exit ${result.code}`);
    if (result.code === 1) this.watch.violate(kinds[8], result.stderr);
    this.#trouble = { ...quiet, acts: trouble.acts };
    return result;
  }
}

const isAtRest = ({ code, stdout }: RunResult) => code === 0 && /(^|\n)No changes\.\n$/.test(stdout);

const namesOf = (documents: readonly Declared[]) => documents.map(({ name }) => `${name}.yaml`);
