import { type Token, type Trouble, tokenize } from './tokens.ts';

/** A block: `resource "type" "name" { ... }` has the type `resource` and two labels. */
export interface Block {
  type: string;
  labels: string[];
  /** The offset of the block's first letter. */
  at: number;
  attributes: Map<string, Token[]>;
  blocks: Block[];
}

/** Reads the blocks and attributes of a file; expressions stay tokens. Never throws; unreadable parts are in `troubles`. */
export function readBlocks(text: string): { root: Block; troubles: Trouble[] } {
  const { tokens, troubles } = tokenize(text);
  const root = emptyBlock('', [], 0);
  // A block that starts and ends on one line has at most one argument.
  const open = [{ block: root, isOneLine: false }];
  const complain = (at: number, why: string) => void troubles.push({ at, why });
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at]!;
    const inside = open.at(-1)!;
    if (token.kind === 'newline') {
      if (inside.isOneLine) complain(token.start, `the block ${inside.block.type} must end on the line it starts on`);
      inside.isOneLine = false;
      at += 1;
    } else if (token.text === '}' && open.length > 1) {
      open.pop();
      at += 1;
      const next = tokens[at];
      if (next !== undefined && next.kind !== 'newline')
        complain(next.start, `the block ${inside.block.type} must be followed by a new line`);
    } else if (token.kind === 'name' && tokens[at + 1]?.text === '=') {
      const end = expressionEnd(tokens, at + 2, troubles);
      const { attributes } = inside.block;
      if (attributes.has(token.text)) complain(token.start, `the argument ${JSON.stringify(token.text)} is set twice`);
      else attributes.set(token.text, tokens.slice(at + 2, end));
      const after = tokens[end];
      if (after?.text === '}' && open.length > 1 && !inside.isOneLine)
        complain(after.start, `the argument ${JSON.stringify(token.text)} must be followed by a new line`);
      at = end;
    } else {
      const header = token.kind === 'name' ? blockHeader(tokens, at) : undefined;
      if (header === undefined) {
        complain(token.start, `${JSON.stringify(token.text.slice(0, 40))} is unexpected here`);
        at = expressionEnd(tokens, openers.has(token.text) ? at : at + 1, troubles);
      } else {
        if (inside.isOneLine)
          complain(token.start, `the block ${inside.block.type} is on one line, where only an argument is allowed`);
        checkLabels(header.block, troubles);
        inside.block.blocks.push(header.block);
        at = header.end;
        open.push({ block: header.block, isOneLine: tokens[at]?.kind !== 'newline' });
      }
    }
  }
  if (open.length > 1) complain(open.at(-1)!.block.at, `the block ${open.at(-1)!.block.type} is not closed`);
  return { root, troubles };
}

/** Rejects decomposed letters in labels: terraform compares letters as typed, but other programs compose them first. */
export function checkLabels({ labels, at }: Pick<Block, 'labels' | 'at'>, troubles: Trouble[]): void {
  const label = labels.find((each) => each !== each.normalize())?.slice(0, 100);
  const escaped = label?.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const why = `the label "${escaped}" has decomposed letters: type "${label?.normalize()}"`;
  if (label) troubles.push({ at, why });
}

function emptyBlock(type: string, labels: string[], at: number): Block {
  return { type, labels, at, attributes: new Map(), blocks: [] };
}

/** Reads the type and labels of a block, including its opening brace. */
function blockHeader(tokens: readonly Token[], start: number): { block: Block; end: number } | undefined {
  const labels: string[] = [];
  let at = start + 1;
  for (let token = tokens[at]; token?.kind === 'name' || token?.kind === 'string'; token = tokens[at]) {
    labels.push(token.typed ?? token.text);
    at += 1;
  }
  if (tokens[at]?.text !== '{') return undefined;
  return { block: emptyBlock(tokens[start]!.text, labels, tokens[start]!.start), end: at + 1 };
}

const openers = new Set(['{', '[', '(']);
const closers = new Set(['}', ']', ')']);

/** Returns the end of an expression: the end of the line outside brackets, the brace that closes its block, or an argument on the same line. */
function expressionEnd(tokens: readonly Token[], start: number, troubles: Trouble[]): number {
  let depth = 0;
  let at = start;
  for (; at < tokens.length; at += 1) {
    const { kind, start: offset, text } = tokens[at]!;
    if (kind === 'newline' && depth === 0) return at;
    if (kind === 'name' && depth === 0 && tokens[at + 1]?.text === '=') {
      troubles.push({ at: offset, why: `the argument ${JSON.stringify(text)} must be on a line of its own` });
      return at;
    }
    if (kind !== 'symbol') continue;
    if (openers.has(text)) depth += 1;
    if (closers.has(text) && depth === 0) return at === start && text !== '}' ? at + 1 : at;
    if (closers.has(text)) depth -= 1;
  }
  if (depth > 0) troubles.push({ at: tokens[start]!.start, why: 'a bracket is not closed' });
  return at;
}
