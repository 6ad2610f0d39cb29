import type { Progress } from './progress.ts';

const shownAtOnce = 6;

/** Progress of many tasks on a few lines: a count, and the status of the first few tasks under way. */
export interface Board {
  /** Adds a line for one more task; `update` changes its text, `done` removes it. */
  line(text: string): { update(text: string): void; done(failed: boolean): void };
  stop(): void;
}

/**
 * A single task needs no count: its text is the only line.
 * @param doing what is done with all of them, such as `Downloading`
 */
export function createBoard(progress: (message: string) => Progress, doing: string, total: number): Board {
  const lines = new Set<{ text: string }>();
  let done = 0;
  let failed = 0;
  const heading = () => `${doing} ${Math.min(done + 1, total)} of ${total}${failed > 0 ? `, ${failed} failed` : ''}`;
  const shown = progress(heading());
  const all = () => {
    const texts = [...lines].slice(0, shownAtOnce).map(({ text }) => `\n  ${text}`);
    const more = lines.size > shownAtOnce ? `\n  and ${lines.size - shownAtOnce} more` : '';
    return `${heading()}${texts.join('')}${more}`;
  };
  const show = () => {
    const [only] = lines;
    shown.update(total === 1 && only ? only.text : all());
  };
  return {
    line(text) {
      const line = { text };
      lines.add(line);
      show();
      return {
        update(next) {
          line.text = next;
          show();
        },
        done(didFail) {
          lines.delete(line);
          done += 1;
          if (didFail) failed += 1;
          show();
        },
      };
    },
    stop: shown.stop,
  };
}
