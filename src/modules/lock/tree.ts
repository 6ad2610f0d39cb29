import { splitSubdir } from '../address/address.ts';
import { addTo, childrenOf } from './folder.ts';
import type { CallRow, Lock, LockedCall } from './lock-file.ts';

/** A module call and its own calls, as in `-o json`. */
export interface Branch extends CallRow {
  name: string;
  /** Other call paths of the same module in the same version, at most 100. */
  shared: string[];
  /** Other versions of the same package in the configuration, at most 100. */
  duplicates: string[];
  modules: Branch[];
}

/** The length limit of these lists: for many calls of one module, full lists could be larger than memory. */
const mostListed = 100;

/** Returns the module calls of a lock as trees, one for each direct call of the configuration. */
export function treeOf(lock: Lock): Branch[] {
  const [sharing, versions] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const [path, call] of lock) {
    if (call.h1 === undefined) continue;
    addTo(sharing, `${call.source} ${revisionOf(call)}`, path);
    addTo(versions, splitSubdir(call.source)[0], revisionOf(call));
  }
  for (const [name, all] of versions) versions.set(name, [...new Set(all)].sort());
  const branchOf = (module: string, caller: string): Branch => {
    const call = lock.get(module)!;
    const { commit, source, version } = call;
    return {
      ...{ module, name: caller === '' ? module : module.slice(caller.length + 1), source, version, commit },
      shared: othersIn(sharing.get(`${source} ${revisionOf(call)}`), module),
      duplicates: othersIn(versions.get(splitSubdir(source)[0]), revisionOf(call)),
      modules: childrenOf(lock, module).map((child) => branchOf(child, module)),
    };
  };
  return childrenOf(lock, '').map((path) => branchOf(path, ''));
}

/** Returns the version of a call; without a version its commit, without a commit its hash. */
function revisionOf({ commit, h1 = '', version }: Pick<LockedCall, 'commit' | 'h1' | 'version'>): string {
  return version ?? commit ?? h1;
}

function othersIn(list: readonly string[] = [], ownItem: string): string[] {
  const first = list.slice(0, mostListed + 1);
  return first.filter((each) => each !== ownItem).slice(0, mostListed);
}

/** Draws a tree of calls below `root` with lines. */
export function treeText(root: string, branches: readonly Branch[]): string {
  const lines = [root];
  const draw = (list: readonly Branch[], indent: string) => {
    for (const [nth, branch] of list.entries()) {
      const last = nth === list.length - 1;
      lines.push(`${indent}${last ? '└── ' : '├── '}${labelOf(branch)}`);
      draw(branch.modules, indent + (last ? '    ' : '│   '));
    }
  };
  draw(branches, '');
  return `${lines.join('\n')}\n`;
}

function labelOf({ duplicates, name, shared, source, ...branch }: Branch): string {
  const all = { 'shared with': shared, 'also in': duplicates.map(shortHash) };
  const marks = Object.entries(all).flatMap(([mark, of]) => (of.length > 0 ? `${mark} ${of.join(', ')}` : []));
  return [name, source, shortHash(revisionOf(branch)), marks.length > 0 && `(${marks.join('; ')})`]
    .filter(Boolean)
    .join(' ');
}

/** Draws the calls as a Mermaid flowchart or in the DOT language; a module in several versions is bold. */
export function graphText(language: 'mermaid' | 'dot', root: string, branches: readonly Branch[]): string {
  const { edges, nodes } = graphOf(root, branches);
  if (language === 'dot') {
    const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
    const bold = ({ duplicate }: { duplicate: boolean }) => (duplicate ? ', style=bold' : '');
    const drawn = nodes.map((node) => `  ${node.id} [label=${quoted(node.label)}${bold(node)}]\n`);
    const arrows = edges.map(({ from, name, to }) => `  ${from} -> ${to} [label=${quoted(name)}]\n`);
    return `digraph modules {\n  rankdir=LR\n${[...drawn, ...arrows].join('')}}\n`;
  }
  const quoted = (text: string) => `"${text.replaceAll(/["#&<>]/g, (character) => `#${character.charCodeAt(0)};`)}"`;
  const drawn = nodes.map(({ id, label }) => `  ${id}[${quoted(label)}]\n`);
  const arrows = edges.map(({ from, name, to }) => `  ${from} -->|${quoted(name)}| ${to}\n`);
  const bold = nodes.flatMap(({ duplicate, id }) => (duplicate ? `  style ${id} stroke-width:3px\n` : []));
  return `flowchart LR\n${[...drawn, ...arrows, ...bold].join('')}`;
}

/** Returns a node for each module and version, or for each caller of a local module, and an edge for each call. */
function graphOf(root: string, branches: readonly Branch[]) {
  const nodes = new Map([['', { id: 'n0', label: root, duplicate: false }]]);
  const edges = new Map<string, { from: string; to: string; name: string }>();
  const visit = (list: readonly Branch[], from: string, caller: string) => {
    for (const branch of list) {
      const { duplicates, modules, name, source } = branch;
      const isLocal = /^\.\.?(\/|$)/.test(source);
      const key = isLocal ? `${caller} ${name} ${source}` : `${source} ${shortHash(revisionOf(branch))}`;
      const label = [source, shortHash(revisionOf(branch))].filter(Boolean).join(' ');
      const node = nodes.get(key) ?? { id: `n${nodes.size}`, label, duplicate: duplicates.length > 0 };
      nodes.set(key, node);
      edges.set(`${from} ${node.id} ${name}`, { from, to: node.id, name });
      visit(modules, node.id, key);
    }
  };
  visit(branches, 'n0', '');
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** Shortens a hash; leaves a version whole. */
export function shortHash(text: string): string {
  if (/^[0-9a-f]{40,}$/.test(text)) return text.slice(0, 12);
  return text.startsWith('h1:') ? text.slice(0, 15) : text;
}
