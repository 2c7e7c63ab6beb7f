import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import type { Plugin } from 'vite';
import { exportedSchemas, plainPart, splitModule, type Parts, type SchemaNames } from './split-contract.ts';

type Program = ReturnType<typeof parseSync>['program'];
type Expression = NonNullable<
  Extract<Program['body'][number], { type: 'VariableDeclaration' }>['declarations'][number]['init']
>;
type Call = Extract<Expression, { type: 'CallExpression' }>;
type Literal = Extract<Expression, { type: 'ObjectExpression' }>;
/** A text that replaces the code from `start` to `end`. */
type Edit = { start: number; end: number; text: string };

/**
 * The contract as the pages need it (ADR 28): of an endpoint how it is called, not what the portal checks and documents. The
 * schemas that no page reads are left out, and with them most of what a page would have to construct before it shows anything.
 */
export const slimContract = (splitFile = contractFiles()): Plugin => ({
  name: 'slim-contract',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, importer) => {
    if (!importer || !partOf.test(id)) return undefined;
    return { id: join(dirname(importer), id), moduleSideEffects: false };
  },
  load(id) {
    const [file = '', part] = id.split(partOf);
    if (part === undefined) return undefined;
    this.addWatchFile(file);
    const { plain, schemas } = splitFile(file);
    return { code: part === plainPart ? plain : schemas, map: null, moduleSideEffects: false };
  },
  transform(code, id) {
    if (/\/web\/[^?]*\.tsx?$/.test(id) && /\.spec\.(?:body|query|params)\b/.test(code))
      this.error(`${id}: the pages have no schemas of endpoints; export the schema from the contract by a name`);
    if (!/\/contract\/[^?]*\.ts$/.test(id)) return undefined;
    return { code: splitFile(id).whole, map: null, moduleSideEffects: false };
  },
});

const partOf = /(\?plain|\?schemas)$/;

/** Divides files of the contract, with short endpoints, into their parts. */
export const contractFiles = (): ((file: string) => Parts) => {
  const schemas = new Map<string, ReadonlySet<string>>();
  const slim = (file: string): string => slimModule(readFileSync(file, 'utf8'));
  const schemaNames =
    (file: string): SchemaNames =>
    (named) => {
      const imported = join(dirname(file), named);
      const found = schemas.get(imported) ?? exportedSchemas(slim(imported), schemaNames(imported));
      schemas.set(imported, found);
      return found;
    };
  return (file) => splitModule(slim(file), `./${basename(file)}`, schemaNames(file));
};

/** The code of a module of the contract with short endpoints, and with constants that are left out where nothing uses them. */
export const slimModule = (code: string): string => {
  const { program } = parseSync('contract.ts', code);
  const constants = constantsOf(program);
  const edits: Edit[] = [];
  const calls: number[] = [];
  // What runs later, or is left out, constructs nothing.
  let skipped = 0;
  const skip = (): void => void skipped++;
  const leave = (): void => void skipped--;
  const collect = ({ start }: { start: number }): void => void (skipped === 0 && calls.push(start));
  new Visitor({
    ArrowFunctionExpression: skip,
    'ArrowFunctionExpression:exit': leave,
    FunctionDeclaration: skip,
    'FunctionDeclaration:exit': leave,
    NewExpression: collect,
    CallExpression: (call) => {
      if (!isEndpoint(call)) return collect(call);
      skip();
      const { start, end } = call;
      const [line, spec] = call.arguments;
      if (line?.type !== 'Literal' || typeof line.value !== 'string' || !spec)
        throw new Error(`Not the declaration of an endpoint: ${code.slice(start, end)}`);
      edits.push({ start, end, text: shortEndpoint(line.value, objectOf(spec as Expression, constants), constants) });
    },
    'CallExpression:exit': (call) => void (isEndpoint(call) && leave()),
  }).visit(program);
  for (const { start, end } of constants.values())
    if (calls.some((call) => call >= start && call < end))
      edits.push({ start, end: start, text: '/* @__PURE__ */ (() => (' }, { start: end, end, text: '))()' });
  return applied(code, edits);
};

const isEndpoint = ({ callee }: Call): boolean => callee.type === 'Identifier' && callee.name === 'endpoint';

const applied = (code: string, edits: readonly Edit[]): string => {
  let result = code;
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end))
    result = result.slice(0, start) + text + result.slice(end);
  return result;
};

/** The values of the module's own constants, by name. */
const constantsOf = ({ body }: Program): Map<string, Expression> => {
  const found = new Map<string, Expression>();
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations) if (init && id.type === 'Identifier') found.set(id.name, init);
  }
  return found;
};

type Constants = ReadonlyMap<string, Expression>;

/** An object that is written in place, or is one of the module's constants. */
const objectOf = (value: Expression, constants: Constants): Literal => {
  if (value.type === 'ObjectExpression') return value;
  if (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression')
    return objectOf(value.expression, constants);
  const constant = value.type === 'Identifier' ? constants.get(value.name) : undefined;
  if (!constant) throw new Error(`What an endpoint is declared with must be written in its module, not ${value.type}`);
  return objectOf(constant, constants);
};

/** The properties of an object, and of those that are spread in it. */
const propertiesOf = (object: Literal, constants: Constants): Map<string, Expression> => {
  const found = new Map<string, Expression>();
  for (const property of object.properties) {
    if (property.type === 'SpreadElement') {
      const spread = propertiesOf(objectOf(property.argument, constants), constants);
      for (const [name, value] of spread) found.set(name, value);
    } else if (property.key.type === 'Identifier' || property.key.type === 'Literal') {
      const name = property.key.type === 'Identifier' ? property.key.name : String(property.key.value);
      found.set(name, property.value);
    }
  }
  return found;
};

const shortEndpoint = (line: string, spec: Literal, constants: Constants): string => {
  const [method = '', path = ''] = line.split(' ');
  const properties = propertiesOf(spec, constants);
  const base = textOf(properties.get('base')) ?? 'v1';
  const text = js({
    method,
    path: base === 'root' ? `/${path}` : `/${base}/${path}`,
    access: isOpen(properties.get('access'), constants) ? { '': 'open' } : {},
    spec: {
      ...(properties.has('idempotent') && { idempotent: true }),
      ...(properties.has('returns') && { returns: replyOf(properties.get('returns'), constants) }),
      ...shortChanges(properties.get('changes'), constants),
      ...(properties.has('form') && { form: formOf(properties.get('form'), constants) }),
    },
  });
  return text.replace(/"@(\w+)"/, '$1');
};

const js = (value: object): string => JSON.stringify(value);

const textOf = (value: Expression | undefined): string | undefined =>
  value?.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined;

const isOpen = (access: Expression | undefined, constants: Constants): boolean => {
  if (access?.type === 'ObjectExpression') return textOf([...propertiesOf(access, constants).values()][0]) === 'open';
  return textOf(access) === 'open';
};

/** The paths that a change makes stale: `@name` of the constant that several changes share, so that they stand there once. */
const shortChanges = (changes: Expression | undefined, constants: Constants): { changes?: string[] | string } => {
  const found = changesOf(changes, constants);
  return found.changes && changes?.type === 'Identifier' ? { changes: `@${changes.name}` } : found;
};

/** The paths that a change makes stale; the reason why there are none is left out. */
const changesOf = (changes: Expression | undefined, constants: Constants): { changes?: string[] } => {
  if (!changes || changes.type === 'ObjectExpression') return {};
  if (changes.type === 'TSAsExpression') return changesOf(changes.expression, constants);
  if (changes.type === 'Identifier' && constants.has(changes.name))
    return changesOf(constants.get(changes.name), constants);
  if (changes.type !== 'ArrayExpression') throw new Error('What a call changes must be written in its module');
  const paths = changes.elements.flatMap((element) => {
    if (element?.type === 'SpreadElement') return changesOf(element.argument, constants).changes ?? [];
    const path = textOf(element ?? undefined);
    if (path === undefined) throw new Error('What a call changes is written as texts');
    return [path];
  });
  return paths.length > 0 ? { changes: paths } : {};
};

/** `{ raw }` of a reply that isn't JSON. */
const replyOf = (returns: Expression | undefined, constants: Constants): { raw?: string } => {
  if (returns?.type !== 'ObjectExpression') return {};
  const raw = textOf(propertiesOf(returns, constants).get('raw'));
  return raw === undefined ? {} : { raw };
};

/** The names of the fields with JSON and with the file. */
const formOf = (form: Expression | undefined, constants: Constants): Record<string, { field: string }> => {
  if (!form) return {};
  const parts = propertiesOf(objectOf(form, constants), constants);
  const named = ['json', 'file'].flatMap((part) => {
    const value = parts.get(part);
    const field = value && textOf(propertiesOf(objectOf(value, constants), constants).get('field'));
    return field === undefined ? [] : [[part, { field }] as const];
  });
  return Object.fromEntries(named);
};
