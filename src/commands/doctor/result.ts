import { SvcError } from '../../base/errors.ts';
import { counted, largest, wrapLines } from '../../base/text.ts';
import { columnsOf, type View } from '../../base/view.ts';
import type { Drawing } from '../../cli/terminal/canvas.ts';
import type { Paint } from '../../cli/terminal/colour.ts';
import { printable } from '../../cli/terminal/printable.ts';

export type Status = 'ok' | 'warning' | 'failed' | 'skipped';

/** The result of a check: a sentence or a fact, and what to do about it. */
export interface Finding {
  status: Status;
  detail: string;
  fix?: string | undefined;
}

/** A finding of `svc doctor`, as printed. */
export interface Result {
  name: string;
  status: Status;
  detail: string;
  fix: string | null;
}

export const ok = (detail: string): Finding => ({ status: 'ok', detail });
export const warning = (detail: string, fix: string | undefined): Finding => ({ status: 'warning', detail, fix });
export const failed = (detail: string, fix: string | undefined): Finding => ({ status: 'failed', detail, fix });

/** Thrown by a check that is not possible, because a requirement is missing or another check has failed. */
export class Skipped extends Error {
  constructor(
    message: string,
    readonly fix?: string,
  ) {
    super(message);
  }
}

/** Returns the result of another check's work. @throws {Skipped} if that failed; the other check reports the error */
export async function resultAfter<Value>(check: string, step: Promise<Value>): Promise<Value> {
  return step.catch((error: unknown) => {
    throw error instanceof SvcError ? new Skipped(`Not checked: ${check} failed.`) : error;
  });
}

export const resultView: View<Result> = {
  columns: columnsOf('status:whole name:whole detail:prose fix:whole'),
};

const roles: Readonly<Record<Status, keyof Paint>> = {
  ok: 'good',
  warning: 'careful',
  failed: 'bad',
  skipped: 'faint',
};

/**
 * Draws one line if there are no problems, else a line for each problem with its wrapped detail. The command that fixes it has a line of
 * its own, which is never wrapped. With `all`, draws a line for each result.
 */
export function drawingOf(results: readonly Result[], all: boolean): Drawing {
  const shown = results.filter(({ fix, status }) => all || (status !== 'ok' && (status !== 'skipped' || fix !== null)));
  const longest = largest(shown.map(({ name }) => name.length));
  const statusWidth = 'warning'.length;
  return function* ({ paint, width }) {
    const indent = ' '.repeat(statusWidth + longest + 4);
    for (const { detail, fix, name, status } of shown) {
      const text = wrapLines(printable(detail), width - indent.length).replaceAll('\n', `\n${indent}`);
      yield `${paint[roles[status]](status.padEnd(statusWidth))}  ${name.padEnd(longest)}  ${text}\n`;
      if (fix !== null) yield `${indent}Fix: ${paint.heading(printable(fix))}\n`;
    }
    const good = results.filter(({ status }) => status === 'ok').length;
    if (shown.length === 0)
      yield `${paint.good('ok')}  No problems found (${counted(good, 'check')}; --all lists them).\n`;
  };
}
