// The errors of the program, read from its sources: the message and the hint of each `new …Error(…)`, with names for the values in them.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** The most texts of one expression, and the deepest chain of functions that an expression is followed through. */
const [mostTexts, deepest] = [12, 12];

/**
 * The errors below a folder, each message once for each class.
 * @typedef {{ file: string, type: string, message: string, hints: string[] }} ErrorText
 * @param {string} folder
 * @returns {ErrorText[]}
 */
export function errorTexts(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/'));
  const files = new Map(paths.filter((path) => path.endsWith('.ts')).map((path) => [path, undefined]));
  const load = (path) => {
    if (!files.has(path)) return undefined;
    if (!files.get(path)) files.set(path, readSource(path, readFileSync(join(folder, path), 'utf8')));
    return files.get(path);
  };
  const reader = { load };
  return [...files.keys()]
    .filter((path) => !path.startsWith('sandbox/'))
    .sort()
    .flatMap((path) => errorsOf(load(path), reader));
}

/** A file with its declarations by name, its imports, and every node with the function around it. */
function readSource(path, text) {
  const source = { path, declarations: new Map(), imports: new Map(), errors: [], calls: [] };
  walk(parseSync(path, text).program, [], (node, parents) => {
    if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.')) {
      const target = join(dirname(path), node.source.value).split(sep).join('/');
      for (const { imported, local } of node.specifiers) {
        if (imported) source.imports.set(local.name, { target, name: imported.name });
      }
    }
    const declared = declarationOf(node);
    if (declared) {
      const known = source.declarations.get(declared.name) ?? [];
      source.declarations.set(declared.name, [...known, { ...declared, scope: functionAround(parents) }]);
    }
    if (node.type === 'NewExpression') source.errors.push({ node, around: parents.filter(isFunction) });
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
      source.calls.push({ node, around: parents.filter(isFunction) });
    }
  });
  return source;
}

function declarationOf(node) {
  if (node.type === 'FunctionDeclaration' && node.body) return { name: node.id.name, value: node };
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) {
    return { name: node.id.name, value: node.init };
  }
  return undefined;
}

const isFunction = (node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
const functionAround = (parents) => parents.findLast(isFunction);

function walk(node, parents, visit) {
  visit(node, parents);
  const inner = [...parents, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child.type === 'string') walk(child, inner, visit);
    }
  }
}

function errorsOf(source, reader) {
  return source.errors.flatMap(({ around, node }) => {
    const type = node.callee.name;
    if (!/^(\w+Error|TransportFault)$/.test(type ?? '') || node.arguments.length === 0) return [];
    const [first, details] = node.arguments;
    const scope = { source, reader, around, depth: 0 };
    const hints = hintsOf(details, scope);
    return texts(first, scope).map((message) => ({ file: source.path, type, message, hints }));
  });
}

/** The texts of `hint` in the details of an error. */
function hintsOf(details, scope) {
  if (details?.type === 'ConditionalExpression') {
    return [details.consequent, details.alternate].flatMap((each) => hintsOf(each, scope));
  }
  if (details?.type !== 'ObjectExpression') return [];
  const hint = details.properties.find(({ key }) => key?.name === 'hint');
  return hint ? texts(hint.value, scope) : [];
}

/** What an expression can be, each value in a text as `<name>`. */
function texts(node, scope) {
  return [...new Set(alternatives(node, scope))].slice(0, mostTexts);
}

function alternatives(node, scope) {
  switch (node?.type) {
    case 'Literal':
      return node.value === null || node.value === false ? [] : [String(node.value)];
    case 'TemplateLiteral':
      return filled(node, scope);
    case 'ConditionalExpression':
      return [...texts(node.consequent, scope), ...texts(node.alternate, scope)];
    case 'LogicalExpression':
      return node.operator === '&&' ? texts(node.right, scope) : [...texts(node.left, scope), ...texts(node.right, scope)];
    case 'BinaryExpression':
      return node.operator === '+' ? joined([texts(node.left, scope), texts(node.right, scope)]) : [];
    case 'Identifier':
      return node.name === 'undefined' ? [] : named(node.name, scope);
    case 'CallExpression':
      return called(node, scope);
    case 'MemberExpression':
      return member(node, scope);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ChainExpression':
    case 'AwaitExpression':
      return alternatives(node.expression ?? node.argument, scope);
    default:
      return ['<…>'];
  }
}

/** Every combination of the alternatives of each part. */
function joined(parts) {
  return parts.reduce(
    (beginnings, ends) => beginnings.flatMap((begun) => (ends.length > 0 ? ends : ['']).map((end) => begun + end)).slice(0, mostTexts),
    [''],
  );
}

function filled({ expressions, quasis }, scope) {
  const parts = quasis.flatMap(({ value }, at) => [[value.cooked], ...(at < expressions.length ? [part(expressions[at], scope)] : [])]);
  return joined(parts);
}

/** A value in a sentence. `''` is a real alternative there, and a value that is not a text keeps its name. */
function part(node, scope) {
  if (node.type === 'ConditionalExpression') return [...part(node.consequent, scope), ...part(node.alternate, scope)];
  const known = texts(node, scope);
  return known.length > 0 ? known : [placeholder(node)];
}

function named(name, scope) {
  const found = declared(name, scope);
  if (!found || scope.depth >= deepest || isFunction(found.value)) return [`<${kebab(name)}>`];
  const values = texts(found.value, { ...found.scope, depth: scope.depth + 1 });
  return values.some((value) => /^(<[^>]*>)*$/.test(value)) || values.length === 0 ? [`<${kebab(name)}>`] : values;
}

/** The declaration of a name: the nearest around, else that of the file, else that of the file it is imported from. */
function declared(name, scope) {
  const { around, reader, source } = scope;
  if (around.some(({ params }) => params.some((param) => bound(param).includes(name)))) {
    const inner = source.declarations.get(name)?.find((each) => each.scope && around.includes(each.scope));
    return inner && { value: inner.value, scope };
  }
  const local = source.declarations.get(name)?.findLast((each) => !each.scope || around.includes(each.scope));
  if (local) return { value: local.value, scope: { ...scope, around: isFunction(local.value) ? [] : scope.around } };
  const imported = source.imports.get(name);
  const from = imported && reader.load(imported.target);
  return from && declared(imported.name, { source: from, reader, around: [], depth: scope.depth });
}

function bound(param) {
  if (param.type === 'Identifier') return [param.name];
  if (param.type === 'AssignmentPattern') return bound(param.left);
  if (param.type === 'ObjectPattern') return param.properties.flatMap(({ argument, value }) => bound(value ?? argument));
  return [];
}

/** What a function of the program returns; the call of another one has the name of its first value. */
function called(node, scope) {
  const own = node.callee.type === 'Identifier' ? declared(node.callee.name, scope) : undefined;
  const one = own && isFunction(own.value) ? own : tableEntry(node.callee, scope);
  if (!one || scope.depth >= deepest) return [placeholder(node)];
  const inner = { ...one.scope, around: [one.value], depth: scope.depth + 1 };
  const results = returned(one.value).flatMap((each) => texts(each, inner));
  return results.some((text) => /[a-z] [a-z]/i.test(text.replaceAll(/<[^>]*>/g, ''))) ? results : [placeholder(node)];
}

/** Any function of a table such as `neverSent[code]`, as the first: they differ in their texts only. */
function tableEntry(callee, scope) {
  if (callee.type !== 'Identifier') return undefined;
  return undefined;
}

function returned({ body }) {
  if (body.type !== 'BlockStatement') return [body];
  const results = [];
  walk(body, [], (node, parents) => {
    if (node.type === 'ReturnStatement' && node.argument && !parents.some(isFunction)) results.push(node.argument);
  });
  return results;
}

/** The values of a table of texts or of functions that return them. */
function member(node, scope) {
  const found = node.computed && node.object.type === 'Identifier' ? declared(node.object.name, scope) : undefined;
  const table = found?.value.type === 'TSSatisfiesExpression' ? found.value.expression : found?.value;
  if (table?.type !== 'ObjectExpression') return [placeholder(node)];
  return table.properties.flatMap(({ value }) => (isFunction(value) ? returned(value) : [value]).flatMap((each) => texts(each, found.scope)));
}

/** The name of a value: of a call its first argument, of a member the member. */
function placeholder(node) {
  const name = nameOf(node);
  return `<${name === undefined ? '…' : kebab(name)}>`;
}

function nameOf(node) {
  switch (node?.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return /^(ascii|text|message|length|size|name|host|href|path)$/.test(node.property.name ?? '') && nameOf(node.object) ? nameOf(node.object) : node.property.name;
    case 'CallExpression':
      return (node.callee.type === 'MemberExpression' ? nameOf(node.callee.object) : undefined) ?? node.arguments.map(nameOf).find(Boolean);
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return nameOf(node.expression);
    default:
      return undefined;
  }
}

const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
