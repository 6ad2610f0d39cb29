// The errors of the program, read from its sources: the message and the hint of each `new …Error(…)`, with names for the values in them.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** The most texts that one expression may have, and the longest chain of functions through which it is followed. */
const [mostTexts, deepest] = [12, 12];

/**
 * Returns the errors below a folder. A message appears once for each class.
 * @typedef {{ file: string, type: string, kind: string, message: string, hints: string[] }} ErrorText
 * @param {string} folder
 * @returns {ErrorText[]}
 */
export function errorTexts(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/'));
  const names = paths.filter((path) => path.endsWith('.ts')).sort();
  const sources = new Map(names.map((path) => [path, readSource(path, readFileSync(join(folder, path), 'utf8'))]));
  const load = (path) => sources.get(path);
  const parents = new Map([...sources.values()].flatMap(({ parents }) => [...parents]));
  /** Returns the direct subclass of SvcError that a class extends. */
  const kindOf = (type) =>
    parents.get(type) === 'SvcError' ? type : parents.has(type) ? kindOf(parents.get(type)) : undefined;
  const errors = names.filter((path) => !path.startsWith('sandbox/')).flatMap((path) => errorsOf(load(path), load));
  return errors.flatMap((error) => {
    const kind = kindOf(error.type);
    return kind && isText(error.message) ? [{ ...error, kind }] : [];
  });
}

/** Reads a file: its declarations by name, its imports, its errors and its calls, each with the functions around it. */
function readSource(path, text) {
  const source = { path, declarations: new Map(), imports: new Map(), parents: new Map(), errors: [], calls: [] };
  walk(parseSync(path, text).program, [], (node, parents) => {
    const around = parents.filter(isFunction);
    if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.')) {
      const target = join(dirname(path), node.source.value).split(sep).join('/');
      for (const { imported, local } of node.specifiers) {
        if (imported) source.imports.set(local.name, { target, name: imported.name });
      }
    }
    for (const { name, value } of declarationsIn(node)) {
      const known = source.declarations.get(name) ?? [];
      source.declarations.set(name, [...known, { value, start: node.start, inside: around.at(-1) }]);
    }
    if (node.type === 'ClassDeclaration' && node.superClass) source.parents.set(node.id.name, node.superClass.name);
    const type = errorType(node, parents);
    if (type) source.errors.push({ type, node, around });
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') source.calls.push({ node, around });
  });
  return source;
}

/** The names that a statement declares. A destructured name has the member of its value. */
function declarationsIn(node) {
  if (node.type === 'FunctionDeclaration' && node.body) return [{ name: node.id.name, value: node }];
  if (node.type !== 'VariableDeclarator' || !node.init) return [];
  if (node.id.type === 'Identifier') return [{ name: node.id.name, value: node.init }];
  if (node.id.type !== 'ObjectPattern') return [];
  const plain = node.id.properties.filter(
    ({ key, value }) => key?.type === 'Identifier' && value.type === 'Identifier',
  );
  return plain.map(({ key, value }) => ({
    name: value.name,
    value: { type: 'MemberExpression', object: node.init, property: key, computed: false },
  }));
}

/** Returns the class of the error that an expression creates: `new UsageError(…)`, or `super(…)` in the class of an error. */
function errorType(node, parents) {
  const isCall = node.type === 'CallExpression' && node.callee.type === 'Super';
  const type = isCall ? parents.find(({ superClass }) => superClass)?.id.name : node.callee?.name;
  return (isCall || node.type === 'NewExpression') && node.arguments.length > 0 ? type : undefined;
}

const isFunction = (node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node?.type);

function walk(node, parents, visit) {
  visit(node, parents);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') walk(child, [...parents, node], visit);
    }
  }
}

function errorsOf(source, load) {
  return source.errors.flatMap(({ around, node, type }) => {
    const scope = { source, load, around, depth: 0 };
    const [message, details] = node.arguments;
    const messages = passedTo(message, scope) ?? texts(message, scope);
    const hints = objects(details, scope).flatMap(([object, inner]) => texts(property(object, 'hint'), inner));
    return messages.map((text) => ({
      file: source.path,
      type,
      message: text,
      hints: [...new Set(hints)].filter(isText),
    }));
  });
}

/** Returns the texts that the calls of a function pass as its message; undefined for a message that is not its parameter. */
function passedTo(message, scope) {
  const { around, source } = scope;
  const [owner] = around.slice(-1);
  const at = owner?.params.findIndex((param) => message.type === 'Identifier' && param.name === message.name) ?? -1;
  if (at === -1) return undefined;
  const names = [...source.declarations]
    .filter(([, all]) => all.some(({ value }) => value === owner))
    .map(([name]) => name);
  const calls = source.calls.filter(({ node }) => names.includes(node.callee.name));
  return calls.flatMap((call) => texts(call.node.arguments[at], { ...scope, around: call.around }));
}

/** Returns the texts that an expression can have, with `<name>` for each value in them; none for an expression such as undefined. */
function texts(node, scope) {
  return [...new Set(alternatives(node, scope))].slice(0, mostTexts);
}

function alternatives(node, scope) {
  switch (node?.type) {
    case undefined:
      return [];
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return combinations(
        node.quasis.flatMap(({ value }, at) => [
          [value.cooked],
          ...(at < node.expressions.length ? [inSentence(node.expressions[at], scope)] : []),
        ]),
      );
    case 'ConditionalExpression':
      return [...texts(node.consequent, scope), ...texts(node.alternate, scope)];
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : texts(node.left, scope)), ...texts(node.right, scope)];
    case 'BinaryExpression':
      return combinations([inSentence(node.left, scope), inSentence(node.right, scope)]);
    case 'AwaitExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ChainExpression':
      return alternatives(node.argument ?? node.expression, scope);
    case 'Identifier':
    case 'CallExpression':
    case 'MemberExpression': {
      const found = deeper(node, scope).flatMap(([value, inner]) => (isFunction(value) ? [] : texts(value, inner)));
      return found.some(isText) ? found : node.name === 'undefined' ? [] : [placeholder(node)];
    }
    default:
      return ['<…>'];
  }
}

/** Returns the texts of a value inside a sentence, or its name if it has none. */
function inSentence(node, scope) {
  const found = texts(node, scope);
  return found.length > 0 ? found : [placeholder(node)];
}

/** Returns whether a text has words of its own, beside the values in it. */
const isText = (text) => /[a-z]{2}/i.test(text.replaceAll(/<[^>]*>/g, ''));

function combinations(parts) {
  return parts.reduce(
    (begun, ends) => begun.flatMap((text) => ends.map((end) => text + end)).slice(0, mostTexts),
    [''],
  );
}

/** Returns the expressions that a name, a call or a member stands for, each with its scope. */
function deeper(node, scope) {
  if (scope.depth >= deepest) return [];
  const inner = { ...scope, depth: scope.depth + 1 };
  if (node.type === 'Identifier') return declared(node.name, inner, node.start);
  if (node.type === 'CallExpression') {
    const functions = node.callee.type === 'Identifier' ? resolved(node.callee, inner) : [];
    return functions.flatMap(([value, at]) =>
      isFunction(value) ? returned(value).map((each) => [each, { ...at, around: [value] }]) : [],
    );
  }
  if (node.computed) {
    const tables = objects(node.object, inner);
    return tables.flatMap(([table, at]) => table.properties.flatMap(({ value }) => (value ? [[value, at]] : [])));
  }
  const name = node.property.name;
  return objects(node.object, inner).flatMap(([object, at]) =>
    property(object, name) ? [[property(object, name), at]] : [],
  );
}

/** Returns the expressions behind a name. Other names and tables are followed. */
function resolved(node, scope) {
  if (!/^(Identifier|MemberExpression)$/.test(node.type)) return [[node, scope]];
  return deeper(node, scope).flatMap(([value, inner]) => resolved(value, inner));
}

/** The objects that an expression can be. */
function objects(node, scope) {
  switch (node?.type) {
    case 'ObjectExpression':
      return [[node, scope]];
    case 'ConditionalExpression':
      return [...objects(node.consequent, scope), ...objects(node.alternate, scope)];
    case 'LogicalExpression':
      return [...objects(node.left, scope), ...objects(node.right, scope)];
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
    case 'AwaitExpression':
      return objects(node.expression ?? node.argument, scope);
    case 'Identifier':
    case 'CallExpression':
    case 'MemberExpression':
      return deeper(node, scope).flatMap(([value, inner]) => objects(value, inner));
    default:
      return [];
  }
}

const property = (object, name) => object.properties.find(({ key }) => key?.name === name)?.value;

/** Returns the declaration of a name: the last one before it in the nearest function; else that of the file; else that of the imported file. */
function declared(name, scope, start = Number.POSITIVE_INFINITY) {
  const { around, load, source } = scope;
  const all = source.declarations.get(name) ?? [];
  const parameter = around.findLastIndex(({ params }) => params.some((param) => boundBy(param).includes(name)));
  const owners = new Set(all.map(({ inside }) => inside));
  const nearest = around.findLastIndex((each) => owners.has(each));
  if (parameter > nearest) return defaultsOf(around[parameter], name).map((value) => [value, scope]);
  const here = all.filter(({ inside }) => inside === (nearest === -1 ? undefined : around[nearest]));
  const local = here.findLast((each) => each.start < start) ?? here[0];
  if (local) return [[local.value, { ...scope, around: around.slice(0, nearest + 1) }]];
  const { name: exported, target } = source.imports.get(name) ?? {};
  const from = target && load(target);
  return from ? declared(exported, { ...scope, source: from, around: [] }) : [];
}

function boundBy(param) {
  if (param.type === 'Identifier') return [param.name];
  if (param.type === 'AssignmentPattern') return boundBy(param.left);
  if (param.type !== 'ObjectPattern') return [];
  return param.properties.flatMap(({ argument, value }) => boundBy(value ?? argument));
}

function defaultsOf({ params }, name) {
  return params.flatMap((param) =>
    param.type === 'AssignmentPattern' && param.left.name === name ? [param.right] : [],
  );
}

/** The expressions that a function returns. */
function returned({ body }) {
  if (body.type !== 'BlockStatement') return [body];
  const results = [];
  walk(body, [], (node, parents) => {
    if (node.type === 'ReturnStatement' && node.argument && !parents.some(isFunction)) results.push(node.argument);
  });
  return results;
}

/** Returns the name of a value as `<name>`. A call has the name of its first argument; the length of a text, that of the text. */
function placeholder(node) {
  const name = nameOf(node);
  return name === undefined
    ? '<…>'
    : `<${name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}>`;
}

function nameOf(node) {
  switch (node?.type) {
    case 'Identifier':
      return /^(JSON|Math|String|Number|Object)$/.test(node.name) ? undefined : node.name;
    case 'MemberExpression':
      if (/^(ascii|text|length|size|name|host|href|path)$/.test(node.property.name ?? ''))
        return nameOf(node.object) ?? node.property.name;
      return node.property.name;
    case 'CallExpression':
      return (
        (node.callee.type === 'MemberExpression' ? nameOf(node.callee.object) : undefined) ??
        node.arguments.map(nameOf).find(Boolean)
      );
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'AwaitExpression':
      return nameOf(node.expression ?? node.argument);
    default:
      return undefined;
  }
}
