import { CheckFailedError } from '../../base/errors.ts';
import { type AskOptions, askGit } from './ask-git.ts';
import type { GitLocation } from './git-location.ts';
import { remote } from './repository.ts';

/** assumed: no repository has a longer list of tags (docs/protocol/modules.md#git). */
const mostBytes = 16 * 1024 * 1024;

/** The names of a repository's tags, as its server lists them. @throws {CheckFailedError} for a list that is too long; what `askGit` throws */
export async function listTags(location: GitLocation, options: AskOptions): Promise<string[]> {
  return askGit(location, options, async ({ git }) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of git.stream('ls-remote', '--quiet', '--refs', '--tags', '--', remote)) {
      bytes += piece.length;
      if (bytes > mostBytes) throw new CheckFailedError(`The list of tags of ${location.display} is too long.`);
      pieces.push(piece);
    }
    const lines = Buffer.concat(pieces).toString('utf8').split('\n');
    return lines.flatMap((line) => /^[^\t]*\trefs\/tags\/(.+)$/s.exec(line)?.[1] ?? []);
  });
}
