import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type * as ts from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { API, SignatureKind, type Symbol as TypeScriptSymbol } from 'typescript/unstable/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { verbs } from './support/tree.ts';

const src = resolve(import.meta.dirname, '../src');
const commands = join(src, 'commands');
const sources = [...readdirSync(commands, { recursive: true, encoding: 'utf8' }), '../cli/resource-verbs.ts'].filter(
  (path) => path.endsWith('.ts'),
);
const compiler = new API();
afterAll(() => compiler.close());
const config = resolve(src, '../tsconfig.json');
const { checker, program } = compiler.updateSnapshot({ openProjects: [config] }).getProject(config)!;

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
    const name = is.isCallExpression(node) ? node.expression.getText() : '';
    const [object] = is.isCallExpression(node) && /^(verb|action|foldersVerb)$/.test(name) ? node.arguments : [];
    if (object && is.isObjectLiteralExpression(object)) {
      const act = memberOf(object, name === 'foldersVerb' ? 'act' : 'run');
      const [signature] = checker.getSignaturesOfType(checker.getTypeAtLocation(act)!, SignatureKind.Call);
      const [, flags] = signature!.getParameters();
      const properties = flags ? checker.getPropertiesOfType(checker.getTypeOfSymbolAtLocation(flags, act)) : [];
      const read = new Set<string>();
      const code = is.isIdentifier(act) ? symbolAt(act)?.valueDeclaration?.resolve() : act;
      const holder = code && is.isSignatureDeclaration(code) ? code.parameters[1] : undefined;
      if (holder && is.isParameterDeclaration(holder)) follow(holder, read, new Set());
      found.push({
        place: path,
        declared: properties.map((each) => each.name).sort(),
        read,
        isOnFolders: name === 'foldersVerb',
      });
    }
    node.forEachChild(visit);
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
  const names = program.getSourceFileNames().filter((name) => name.startsWith(src));
  const sources = names.map((name) => program.getSourceFile(name)!);
  const each = (visit: (node: ts.Node) => void) => {
    const deeper = (node: ts.Node): void => {
      visit(node);
      node.forEachChild(deeper);
    };
    for (const source of sources) deeper(source);
  };
  const isOfClass = (node: ts.Node | undefined): node is ts.MethodDeclaration =>
    node !== undefined &&
    is.isMethodDeclaration(node) &&
    is.isClassDeclaration(node.parent) &&
    node.getSourceFile().fileName.startsWith(src);
  const methods = new Set<string>();
  each((node) => isOfClass(node) && methods.add(node.name.getText()));
  const taken: string[] = [];
  // Looking up a symbol is slow, so only names of methods are looked up.
  const add = (node: ts.Node, name: string, symbol: () => TypeScriptSymbol | undefined) => {
    if (methods.has(name) && symbol()?.declarations.some((each) => isOfClass(each.resolve())))
      taken.push(node.getText());
  };
  each((node) => {
    if (is.isPropertyAccessExpression(node)) {
      const isCalled = is.isCallExpression(node.parent) && node.parent.expression === node;
      if (!isCalled) add(node, node.name.text, () => checker.getSymbolAtLocation(node.name));
    } else if (is.isBindingElement(node) && is.isObjectBindingPattern(node.parent)) {
      const property = (node.propertyName ?? node.name!).getText();
      add(node, property, () => checker.getPropertyOfType(checker.getTypeAtLocation(node.parent)!, property));
    }
  });
  expect(taken).toEqual([]);
});

/** The function of a member of an object: a method, or the value of a property. */
function memberOf(object: ts.ObjectLiteralExpression, name: string): ts.Node {
  const member = object.properties.find((each) => !is.isSpreadAssignment(each) && each.name.getText() === name)!;
  return is.isPropertyAssignment(member)
    ? member.initializer
    : is.isShorthandPropertyAssignment(member)
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
      const isNamed = is.isIdentifier(node) && node.text === name.text;
      if (isNamed && node !== name && symbolAt(node) === symbol) use(node, read, seen);
      node.forEachChild(visit);
    };
    visit(scopeOf(holder));
  }
}

/** Returns the names that hold all flags, or the rest of them; names in a pattern count as read. */
function namesOf(name: ts.BindingName, read: Set<string>): ts.Identifier[] {
  if (is.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => {
    if (!element.name) return [];
    if (element.dotDotDotToken) return is.isIdentifier(element.name) ? [element.name] : [];
    read.add((element.propertyName ?? element.name).getText());
    return [];
  });
}

function use(node: ts.Identifier, read: Set<string>, seen: Set<ts.Node>): void {
  const { parent } = node;
  if (is.isPropertyAccessExpression(parent) && parent.expression === node) read.add(parent.name.text);
  else if (is.isElementAccessExpression(parent) && parent.expression === node) read.add('*');
  else if (is.isVariableDeclaration(parent) && parent.initializer === node) follow(parent, read, seen);
  else hand(is.isSpreadAssignment(parent) ? parent.parent : node, read, seen);
}

/** Marks a value that is passed to a function as read, and follows a value that becomes a variable to its uses. */
function hand(value: ts.Node, read: Set<string>, seen: Set<ts.Node>): void {
  const { parent } = value;
  if (is.isVariableDeclaration(parent)) follow(parent, read, seen);
  if (is.isConditionalExpression(parent) || is.isSpreadAssignment(parent)) hand(parent.parent, read, seen);
  if (!is.isCallExpression(parent)) return;
  // The answers of a wizard contain the flags.
  if (/^complete(Answers)?$/.test(parent.expression.getText()) && is.isAwaitExpression(parent.parent))
    hand(parent.parent, read, seen);
  const signature = checker.getResolvedSignature(parent);
  const declaration = signature?.declaration?.resolve();
  const position = parent.arguments.indexOf(value as ts.Expression);
  const parameter = declaration && is.isSignatureDeclaration(declaration) && declaration.parameters[position];
  if (!parameter || !is.isParameterDeclaration(parameter)) return;
  if (declaration && 'body' in declaration && declaration.body) {
    follow(parameter, read, seen);
    return;
  }
  // A function that is only known by its type reads what it declares; Object.keys reads no value.
  if (parent.expression.getText() === 'Object.entries') read.add('*');
  const type = checker.getTypeOfSymbolAtLocation(signature!.getParameters()[position]!, parent);
  const names = checker.getPropertiesOfType(checker.getNonNullableType(type)!);
  for (const { name } of names) read.add(name);
}

/** The symbol of a name; for `{ flags }` that of the variable. */
function symbolAt(node: ts.Identifier): TypeScriptSymbol | undefined {
  return is.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
}

function scopeOf(node: ts.Node): ts.Node {
  let at = node.parent;
  while (!is.isSignatureDeclaration(at) && !is.isSourceFile(at)) at = at.parent;
  return at;
}
