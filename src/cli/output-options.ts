import type { Settings } from '../settings/resolve.ts';
import type { OutputOptions } from '../terminal/output.ts';

/** The display settings. Ignores an invalid format or colour, since its error is output too. */
export function outputOptions(settings: Settings): OutputOptions {
  return {
    format: unlessInvalid(() => settings.value('output')),
    typed: settings.typed('output') !== undefined,
    quiet: settings.value('quiet') === true,
    colour: unlessInvalid(() => settings.value('color')) ?? 'auto',
    columns: settings.value('columns'),
    jq: settings.value('jq'),
  };
}

/** @throws {UsageError} for an invalid format or colour, naming its source */
export function checkOutputOptions(settings: Settings): void {
  settings.value('output');
  settings.value('color');
}

function unlessInvalid<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
