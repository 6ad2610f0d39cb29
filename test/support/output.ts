export const linesOf = (text: string) => text.trimEnd().split('\n');

/** The values of NDJSON. */
export const jsonLines = (text: string) => linesOf(text).map((line) => JSON.parse(line));

/** The output of a process. */
export interface Texts {
  stdout: string;
  stderr: string;
}

/** The output of a process so far. */
export interface Output {
  readonly texts: Texts;
  add(name: keyof Texts, text: string): void;
  /** Resolves with the first match in stdout or stderr; rejects if the process ends without one. */
  said(pattern: RegExp, ended: Promise<Texts>): Promise<RegExpMatchArray>;
}

export function collectOutput(): Output {
  const texts = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  return {
    texts,
    add(name, text) {
      texts[name] += text;
      for (const watch of watchers) watch();
    },
    said: (pattern, ended) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(texts.stdout) ?? pattern.exec(texts.stderr);
          if (found) resolve(found);
          return found !== null;
        };
        if (look()) return;
        watchers.add(look);
        void ended.then(({ stderr }) => look() || reject(new Error(`it ended: ${stderr}`)));
      }),
  };
}
