import { readFile } from './read.ts';

/** A block that runs a program: a provisioner, or a data source at each plan. */
export interface Command {
  kind: string;
  file: string;
  line: number;
}

/** The blocks of one file that run programs: in resources, and in checks. Never throws. */
export function commandsIn(file: string, text: string): Command[] {
  return readFile(file, text).blocks.flatMap(({ block, lineOf }) =>
    [block, ...block.blocks].flatMap(({ at, labels: [kind = ''], type }) => {
      const runs = type === 'data' ? kind === 'external' : type === 'provisioner' && /^(local|remote)-exec$/.test(kind);
      return runs ? [{ kind, file, line: lineOf(at) }] : [];
    }),
  );
}
