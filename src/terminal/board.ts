import type { Progress } from './progress.ts';

const shownAtOnce = 6;

/** Many things under way, on a few lines: how far all of them are, and what each of the first few is at. */
export interface Board {
  /** A line for one more thing; `of` its words, `done` takes it away. */
  line(words: string): { of(words: string): void; done(failed: boolean): void };
  stop(): void;
}

/** @param doing what is done with all of them, such as `Downloading` */
export function createBoard(progress: (words: string) => Progress, doing: string, total: number): Board {
  const lines = new Set<{ words: string }>();
  let done = 0;
  let failed = 0;
  const heading = () => `${doing} ${Math.min(done + 1, total)} of ${total}${failed > 0 ? `, ${failed} failed` : ''}`;
  const shown = progress(heading());
  const show = () => {
    const words = [...lines].slice(0, shownAtOnce).map((line) => `\n  ${line.words}`);
    const more = lines.size > shownAtOnce ? `\n  and ${lines.size - shownAtOnce} more` : '';
    shown.update(`${heading()}${words.join('')}${more}`);
  };
  return {
    line(words) {
      const line = { words };
      lines.add(line);
      show();
      return {
        of(next) {
          line.words = next;
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
