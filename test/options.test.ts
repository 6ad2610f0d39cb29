import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { verbs } from './support/tree.ts';

const src = resolve(import.meta.dirname, '../src');
const commands = join(src, 'commands');
const sources = [...readdirSync(commands, { recursive: true, encoding: 'utf8' }), '../cli/resource-verbs.ts'].filter(
  (path) => path.endsWith('.ts'),
);
const config = ts.readConfigFile(resolve(src, '../tsconfig.json'), ts.sys.readFile).config;
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, resolve(src, '..'));
options.types = [];
const host = ts.createCompilerHost(options);
host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
// No type of a flag comes from a package but commander, and the others are half of what there would be to read.
host.resolveModuleNameLiterals = (names, from) =>
  names.map(({ text }) => {
    if (text === 'commander') return ts.resolveModuleName(text, from, options, host);
    const isFile = /^\..*\.ts$/.test(text);
    const file = { resolvedFileName: join(dirname(from), text), extension: ts.Extension.Ts };
    return { resolvedModule: isFile ? file : undefined };
  });
const files = sources.map((path) => join(commands, path));
const program = ts.createProgram(files, options, host);
const checker = program.getTypeChecker();

/** The flags of an action, by its type, and those that some code reads. */
interface Action {
  place: string;
  declared: string[];
  read: Set<string>;
  /** True if `foldersVerb` reads flags of the action, too. */
  isOnFolders: boolean;
}

const actions = sources.flatMap((path) => {
  const found: Action[] = [];
  const source = program.getSourceFile(join(commands, path))!;
  const visit = (node: ts.Node) => {
    const name = ts.isCallExpression(node) ? node.expression.getText() : '';
    const [object] = ts.isCallExpression(node) && /^(verb|action|foldersVerb)$/.test(name) ? node.arguments : [];
    if (object && ts.isObjectLiteralExpression(object)) {
      const act = memberOf(object, name === 'foldersVerb' ? 'act' : 'run');
      const [, flags] = checker.getTypeAtLocation(act).getCallSignatures()[0]!.getParameters();
      const properties = flags ? checker.getTypeOfSymbolAtLocation(flags, act).getProperties() : [];
      const read = new Set<string>();
      const code = ts.isIdentifier(act) ? symbolAt(act)?.valueDeclaration : act;
      const holder = code && ts.isFunctionLike(code) ? code.parameters[1] : undefined;
      if (holder && ts.isParameter(holder)) follow(holder, read, new Set());
      found.push({
        place: path,
        declared: properties.map((each) => each.name).sort(),
        read,
        isOnFolders: name === 'foldersVerb',
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
});

describe('a flag is declared once, and used', () => {
  test('every declared flag of an action is read by the action or by a function that gets its flags', () => {
    const shared = actions.find(({ place }) => place === 'module/folders.ts')!.read;
    const unread = actions.flatMap(({ declared, isOnFolders, place, read }) => {
      // cli/run.ts reads --strict of each verb that writes.
      const isRead = (name: string) =>
        // --moved-aside only implies --dead-letters.
        name === 'movedAside' ||
        name === 'strict' ||
        read.has('*') ||
        read.has(name) ||
        (isOnFolders && shared.has(name));
      return declared.filter((name) => !isRead(name)).map((name) => `${place}: ${name}`);
    });
    expect(unread).toEqual([]);
  });

  test('every flag of the command tree is in the type of the flags of an action', async () => {
    const known = new Set(actions.map(({ declared }) => declared.join()));
    const unknown = [...(await verbs())].filter(([, { command }]) => {
      const names = new Set(command.options.map((option) => option.attributeName()));
      return !known.has([...names].sort().join());
    });
    expect(unknown.map(([words]) => words)).toEqual([]);
  });
});

test('a method of a class is always called on its object', () => {
  const sources = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(src));
  const each = (visit: (node: ts.Node) => void) => {
    const deeper = (node: ts.Node): void => {
      visit(node);
      ts.forEachChild(node, deeper);
    };
    for (const source of sources) deeper(source);
  };
  const isOfClass = (node: ts.Node): node is ts.MethodDeclaration =>
    ts.isMethodDeclaration(node) && ts.isClassDeclaration(node.parent);
  const names = new Set<string>();
  each((node) => isOfClass(node) && names.add(node.name.getText()));
  const taken: string[] = [];
  // Looking up a symbol is slow, so only names of methods are looked up.
  const add = (node: ts.Node, name: string, symbol: () => ts.Symbol | undefined) => {
    if (names.has(name) && symbol()?.declarations?.some(isOfClass)) taken.push(node.getText());
  };
  each((node) => {
    if (ts.isPropertyAccessExpression(node)) {
      const isCalled = ts.isCallExpression(node.parent) && node.parent.expression === node;
      if (!isCalled) add(node, node.name.text, () => checker.getSymbolAtLocation(node.name));
    } else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const property = (node.propertyName ?? node.name).getText();
      add(node, property, () => checker.getTypeAtLocation(node.parent).getProperty(property));
    }
  });
  expect(taken.filter((each) => !each.startsWith('process.'))).toEqual([]);
});

/** The function of a member of an object: a method, or the value of a property. */
function memberOf(object: ts.ObjectLiteralExpression, name: string): ts.Node {
  const member = object.properties.find((each) => each.name?.getText() === name)!;
  return ts.isPropertyAssignment(member)
    ? member.initializer
    : ts.isShorthandPropertyAssignment(member)
      ? member.name
      : member;
}

/** Adds the flags that are read from a parameter or a variable, in its scope and in the functions that it is passed to. */
function follow(holder: ts.ParameterDeclaration | ts.VariableDeclaration, read: Set<string>, seen: Set<ts.Node>): void {
  if (seen.has(holder)) return;
  seen.add(holder);
  for (const name of namesOf(holder.name, read)) {
    const symbol = checker.getSymbolAtLocation(name);
    const visit = (node: ts.Node) => {
      // Looking up a symbol checks all that is around it.
      const isNamed = ts.isIdentifier(node) && node.text === name.text;
      if (isNamed && node !== name && symbolAt(node) === symbol) use(node, read, seen);
      ts.forEachChild(node, visit);
    };
    visit(scopeOf(holder));
  }
}

/** Returns the names that hold all flags, or the rest of them; names in a pattern count as read. */
function namesOf(name: ts.BindingName, read: Set<string>): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => {
    if (!ts.isBindingElement(element)) return [];
    if (element.dotDotDotToken) return ts.isIdentifier(element.name) ? [element.name] : [];
    read.add((element.propertyName ?? element.name).getText());
    return [];
  });
}

function use(node: ts.Identifier, read: Set<string>, seen: Set<ts.Node>): void {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) read.add(parent.name.text);
  else if (ts.isElementAccessExpression(parent) && parent.expression === node) read.add('*');
  else if (ts.isVariableDeclaration(parent) && parent.initializer === node) follow(parent, read, seen);
  else hand(ts.isSpreadAssignment(parent) ? parent.parent : node, read, seen);
}

/** Marks a value that is passed to a function as read, and follows a value that becomes a variable to its uses. */
function hand(value: ts.Node, read: Set<string>, seen: Set<ts.Node>): void {
  const { parent } = value;
  if (ts.isVariableDeclaration(parent)) follow(parent, read, seen);
  if (ts.isConditionalExpression(parent) || ts.isSpreadAssignment(parent)) hand(parent.parent, read, seen);
  if (!ts.isCallExpression(parent)) return;
  // The answers of a wizard contain the flags.
  if (/^complete(Answers)?$/.test(parent.expression.getText()) && ts.isAwaitExpression(parent.parent))
    hand(parent.parent, read, seen);
  const signature = checker.getResolvedSignature(parent);
  const declaration = signature?.declaration;
  const position = parent.arguments.indexOf(value as ts.Expression);
  const parameter = declaration?.parameters[position];
  if (!parameter || !ts.isParameter(parameter)) return;
  if (declaration && 'body' in declaration && declaration.body) {
    follow(parameter, read, seen);
    return;
  }
  // A function that is only known by its type reads what it declares; Object.keys reads no value.
  if (parent.expression.getText() === 'Object.entries') read.add('*');
  const type = checker.getTypeOfSymbolAtLocation(signature!.getParameters()[position]!, parent);
  const names = checker.getNonNullableType(type).getProperties();
  for (const { name } of names) read.add(name);
}

/** The symbol of a name; for `{ flags }` that of the variable. */
function symbolAt(node: ts.Identifier): ts.Symbol | undefined {
  return ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
}

function scopeOf(node: ts.Node): ts.Node {
  let at = node.parent;
  while (!ts.isFunctionLike(at) && !ts.isSourceFile(at)) at = at.parent;
  return at;
}
