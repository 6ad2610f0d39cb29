import type { ModulePage, ModuleSummary } from '../contract/registry/modules.ts';
import { ProtocolError } from '../errors.ts';

const pageSize = 100;

/**
 * The modules of a list page after page, up to `wanted` (part 2, Pagination envelope).
 * @param fetchPage answers the page that begins at an offset
 * @param cut called when there was more than wanted
 * @throws {ProtocolError} when the registry's pages do not move on
 */
export async function* pagesByOffset(
  fetchPage: (offset: number, limit: number) => Promise<ModulePage>,
  wanted: number,
  cut: () => void,
): AsyncGenerator<ModuleSummary> {
  let shown = 0;
  for (let offset = 0; ; ) {
    const { meta, modules } = await fetchPage(offset, Math.min(pageSize, wanted - shown));
    for (const module of modules.slice(0, wanted - shown)) yield module;
    shown += modules.length;
    const next = meta.next_offset ?? undefined;
    if (next === undefined) return shown > wanted ? cut() : undefined;
    if (shown >= wanted) return cut();
    if (next <= offset) throw new ProtocolError(`The registry's pages go in a circle at offset ${next}.`);
    offset = next;
  }
}
