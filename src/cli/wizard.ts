import { AuthError, problemTexts, RejectedError, type ServerProblem, SvcError, unlessFailed } from '../base/errors.ts';
import type { Declarable } from '../platform/resources/resource.ts';
import { readOnlyError } from '../platform/site/access.ts';
import type { Context } from './context.ts';
import { hasExtra } from './set-flag.ts';
import type { Ask, SecretSource, TextAnswer } from './terminal/ask.ts';

export interface Field<Answers> {
  flag: string;
  /** Returns whether the answer to the field is missing. */
  missing(answers: Answers): boolean;
  /** True if the field is asked only when all questions are asked. */
  optional?: boolean | undefined;
  /** Asks for the field. An earlier answer is the default. */
  ask(answers: Answers): Promise<Partial<Answers>>;
  /** True if a file or a variable answers the field. */
  hasSource?: boolean | undefined;
  /** The attributes and relationships that the field sets. */
  sets: readonly string[];
}

/** The options of a field. By default, the field is a required text and sets the attribute that is named like its flag. */
export interface FieldOptions<Answers> {
  question: string;
  missing?(answers: Answers): boolean;
  optional?: boolean;
  sets?: readonly string[];
}

type Named<Answers> = keyof Answers & string;
type Given<Answers> = FieldOptions<Answers> & Pick<TextAnswer, 'parse' | 'words'>;

/** The kinds of fields of a wizard. A field has the name that commander gives its flag. */
export class FieldKinds<Answers extends { set?: string[] | undefined }> {
  constructor(private readonly ask: Ask) {}

  field<Name extends Named<Answers>>(
    name: Name,
    { missing, optional, sets }: FieldOptions<Answers>,
    answer: (flag: string, answers: Answers) => Promise<Partial<Answers>>,
    flagName = kebab(name),
  ): Field<Answers> {
    const flag = `--${flagName}`;
    const isMissing = (answers: Answers) => answers[name] === undefined && !hasExtra(answers.set, kebab(name));
    return {
      flag,
      missing: missing ?? isMissing,
      optional,
      sets: sets ?? [kebab(name)],
      ask: (answers) => answer(flag, answers),
    };
  }

  /** @param options.read converts the text to answers (default: the text, under the field's name) */
  text(
    name: Named<Answers>,
    options: Given<Answers> & {
      initial?(answers: Answers): string | undefined;
      empty?: boolean;
      read?(text: string): Partial<Answers>;
    },
  ): Field<Answers> {
    const { empty: optional, initial, parse = options.read, question, read, words } = options;
    return this.field(name, options, async (flag, answers) => {
      const offered = textOf(answers[name]) ?? initial?.(answers);
      const text = await this.ask.text(question, { flag, initial: offered, optional, parse, words });
      return read ? read(text) : as(name, text === '' ? undefined : text);
    });
  }

  choice(
    name: Named<Answers>,
    choices: readonly string[],
    options: FieldOptions<Answers> & { initial: string },
  ): Field<Answers> {
    return this.field(name, options, async (flag, answers) => {
      const initial = textOf(answers[name]) ?? options.initial;
      // The current value may be unknown to svc; offer it, so that it can be kept.
      const offered = choices.includes(initial) ? choices : [initial, ...choices];
      return as(name, await this.ask.choose(options.question, offered, { flag, initial }));
    });
  }

  choices(
    name: Named<Answers>,
    choices: readonly string[],
    options: FieldOptions<Answers> & { initial?: readonly string[] },
  ): Field<Answers> {
    return this.field(name, options, async (flag, answers) => {
      const initial = [answers[name] ?? options.initial ?? []].flat() as string[];
      return as(name, await this.ask.chooseMany(options.question, choices, { flag, initial }));
    });
  }

  yesOrNo(name: Named<Answers>, options: FieldOptions<Answers> & { initial: boolean }): Field<Answers> {
    const { initial, question } = options;
    return this.field(name, options, async (flag) => as(name, await this.ask.yesOrNo(question, { flag, initial })));
  }

  /**
   * Adds a secret from its file or variable. Prompts if neither is given, and again after a rejection.
   * @param options.asked returns the question after earlier answers (default: the question)
   */
  secret(
    name: Named<Answers>,
    options: FieldOptions<Answers> & {
      source?: Partial<SecretSource>;
      made?: boolean;
      asked?(answers: Answers): string;
    },
  ): Field<Answers> {
    const { asked, made, question, source = {} } = options;
    let unreadSource = source;
    const asking = async (_: string, answers: Answers) => {
      const from = { flag: `--${kebab(name)}`, ...unreadSource };
      unreadSource = { optional: source.optional };
      const text = asked?.(answers) ?? question;
      const value = await (made ? this.ask.newSecret(text, from) : this.ask.secret(text, from));
      return as<Answers>(name, value === '' ? undefined : value);
    };
    const hasSource = source.file !== undefined || source.env !== undefined;
    return { ...this.field(name, options, asking, `${kebab(name)}-file`), hasSource };
  }
}

type Access = Pick<Context, 'ask' | 'credentials' | 'dryRun' | 'settings'>;

const as = <Answers>(name: string, value: unknown) => ({ [name]: value }) as Partial<Answers>;
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/**
 * Completes the given answers with prompts: for missing required ones, or in a walk for all. `check` is called before
 * the first prompt.
 * @throws {UsageError} without a terminal, naming every missing flag
 * @throws {AuthError} without a token, before the first prompt
 */
export async function complete<Answers>(
  given: Answers,
  fields: readonly Field<Answers>[],
  { ask, check, walk = false, ...access }: Access & { check?: () => Promise<void>; walk?: boolean },
): Promise<Answers> {
  const isWalk = walk && ask.canAsk();
  const isAsked = ({ missing, optional }: Field<Answers>, answers: Answers) =>
    (isWalk || !optional) && missing(answers);
  let answers = given;
  const unanswered = fields.filter((field) => isAsked(field, given) && !field.hasSource);
  ask.require(unanswered.map(({ flag }) => flag));
  if (unanswered.length > 0) {
    await requireToken(access);
    await check?.();
  }
  for (const field of fields) {
    if (isAsked(field, answers)) answers = { ...answers, ...(await field.ask(answers)) };
  }
  return answers;
}

/** Requires access to a part of the site, or of the organization once it is known, before the prompts. @throws {AuthError} if the service shows that the token lacks it */
export async function requireAccess(
  part: Declarable,
  organization: string | undefined,
  { dryRun, platform }: Pick<Context, 'dryRun' | 'platform'>,
  name = `${part.one}s`,
): Promise<void> {
  if (dryRun || (!organization && part.update.access !== 'site-admin')) return;
  const lacking = readOnlyError([{ ...part, name }], organization ?? '', { call: platform });
  const error = await unlessFailed(lacking, isInconclusive);
  if (error) throw new AuthError(error.message);
}

/** Returns whether the failure of a read before the prompts does not show that the service would reject the answers. */
export function isInconclusive(error: unknown): boolean {
  return error instanceof SvcError && !['auth', 'cancelled', 'not_found', 'usage'].includes(error.code);
}

/**
 * Requires a token before the user types an answer.
 * @throws {AuthError} without a token for the platform
 */
async function requireToken({ credentials, dryRun, settings }: Omit<Access, 'ask'>): Promise<void> {
  const { origin } = settings.address().value;
  if (dryRun || credentials.find(origin, 'platform')) return;
  const { missingToken } = await import('../api/client/client.ts');
  throw missingToken(origin);
}

/**
 * Sends the answers. If prompts were used and the service rejects some fields, shows the rejection and prompts for these fields again.
 * @throws {SvcError} for any other failure
 */
export async function submit<Answers, Reply>(
  answers: Answers,
  fields: readonly Field<Answers>[],
  send: (answers: Answers) => Promise<Reply>,
  ask: Ask,
): Promise<Reply> {
  let corrected = answers;
  for (;;) {
    try {
      return await send(corrected);
    } catch (error) {
      const wrong = error instanceof RejectedError ? rejectedFields(error.errors, fields) : [];
      if (!(error instanceof RejectedError) || wrong.length === 0 || ask.answers.words().length === 0) throw error;
      for (const problem of error.errors) ask.showProblem(problemTexts(problem, error).at(-1) ?? error.message);
      for (const field of wrong) corrected = { ...corrected, ...(await field.ask(corrected)) };
    }
  }
}

/** Returns the fields that pointers such as `/data/attributes/url` name. */
function rejectedFields<Answers>(
  problems: readonly ServerProblem[],
  fields: readonly Field<Answers>[],
): readonly Field<Answers>[] {
  const names = problems.map(({ pointer = '' }) => pointer.split('/')[3]?.replaceAll('_', '-'));
  return fields.filter(({ sets }) => sets.some((name) => names.includes(name)));
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
