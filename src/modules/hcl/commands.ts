import { readFile } from './read.ts';

const kinds = { 'local-exec': 'provisioner', 'remote-exec': 'provisioner', external: 'data' } as const;
const names = Object.keys(kinds) as (keyof typeof kinds)[];

/** Returns the kinds and lines of the blocks of a file that run programs, in resources, at each plan and in checks. Never throws. */
export function commandsIn(file: string, text: string): { kind: keyof typeof kinds; line: number }[] {
  return readFile(file, text).blocks.flatMap(({ block, lineOf }) =>
    [block, ...block.blocks].flatMap(({ at, labels, type }) => {
      const kind = names.find((each) => each === labels[0] && kinds[each] === type);
      return kind ? [{ kind, line: lineOf(at) }] : [];
    }),
  );
}
