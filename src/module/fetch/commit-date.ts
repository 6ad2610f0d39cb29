import { type AskOptions, askGit } from './ask-git.ts';
import { fetchCommit } from './commit.ts';
import type { GitLocation } from './git-location.ts';
import { watchReceived } from './receive-limit.ts';
import { remote } from './repository.ts';

/**
 * The date of the commit of a location, which its author set. The files of the commit are not fetched if the server can omit them.
 * @throws {NotFoundError} for an unknown ref; {CheckFailedError} for a repository that is too large; what `askGit` throws
 */
export async function commitDate(location: GitLocation, options: AskOptions): Promise<Date | undefined> {
  return askGit(location, options, async ({ folder, git, reject }) => {
    await git.run('config', `remote.${remote}.promisor`, 'true');
    await git.run('config', `remote.${remote}.partialCloneFilter`, 'tree:0');
    const received = watchReceived(folder, { reject });
    const { commit } = await fetchCommit(git, location.ref).finally(received.stop);
    const [header = ''] = (await git.run('cat-file', 'commit', commit)).split('\n\n');
    const [, seconds] = /^committer .*> (\d{1,12}) [+-]\d{4}$/m.exec(header) ?? [];
    return seconds === undefined ? undefined : new Date(Number(seconds) * 1000);
  });
}
