import { parseSync } from 'rolldown/utils';

type Program = ReturnType<typeof parseSync>['program'];
type Statement = Program['body'][number];
/** A node of the syntax tree, whatever its type. */
type Node = { type: string; [key: string]: unknown };

/** A module of the contract in three: what builds no schema, what does, and what exports both under the module's own name. */
export type Parts = { whole: string; plain: string; schemas: string };

export const plainPart = '?plain';
export const schemasPart = '?schemas';

/**
 * Which names that a module exports build schemas, or need one that does. `named` is how the module is imported, such as './keys.ts';
 * everything of `zod` builds schemas.
 */
export type SchemaNames = (named: string) => ReadonlySet<string>;

/**
 * Divides a module of the contract, so that a page which shows how many stations a plan has does not load and build the schemas
 * of its forms. Types stay with the part that builds nothing.
 */
export const splitModule = (code: string, self: string, schemaNames: SchemaNames): Parts => {
  const { program } = parseSync('contract.ts', code);
  const found = readModule(program, schemaNames);
  const text = ({ start, end }: Statement): string => code.slice(start, end);
  const rest = program.body.filter(({ type }) => type !== 'ImportDeclaration');
  const schemas = rest.filter((statement) => found.isSchema(statement));
  const passedOn = rest.filter(({ type }) => type === 'ExportAllDeclaration');
  const plain = rest.filter((statement) => !found.isSchema(statement) && !passedOn.includes(statement));
  const plainNames = new Set(plain.flatMap(declaredBy));
  const readBy = (part: Statement[]): Set<string> => new Set(part.flatMap((one) => [...namesIn(one)]));
  const needed = [...readBy(schemas)].filter((name) => plainNames.has(name));
  const exported = new Set(plain.flatMap((one) => (one.type === 'ExportNamedDeclaration' ? declaredBy(one) : [])));
  const hidden = needed.filter((name) => !exported.has(name));
  const offered = schemas.flatMap((one) => (one.type === 'ExportNamedDeclaration' ? declaredBy(one) : []));
  return {
    plain: [...importsFor(readBy(plain), program), ...plain.map(text), exportOf(hidden)].join('\n'),
    schemas: [
      ...importsFor(readBy(schemas), program),
      needed.length > 0 ? `import { ${needed.join(', ')} } from '${self}${plainPart}';` : '',
      ...schemas.map(text),
    ].join('\n'),
    whole: [
      ...passedOn.map(text),
      exportOf(plain.flatMap(exportedBy), `${self}${plainPart}`),
      exportOf(offered, `${self}${schemasPart}`),
    ].join('\n'),
  };
};

/** The names that a module exports and that build schemas, or need one that does. */
export const exportedSchemas = (code: string, schemaNames: SchemaNames): Set<string> => {
  const { program } = parseSync('contract.ts', code);
  return readModule(program, schemaNames).exported;
};

/** Only what a part reads, so that no file is loaded for what another part reads. */
const importsFor = (names: ReadonlySet<string>, { body }: Program): string[] =>
  body.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') return [];
    const from = ` from '${statement.source.value}';`;
    return statement.specifiers
      .filter(({ local }) => names.has(local.name))
      .map((specifier) => {
        const { name } = specifier.local;
        if (specifier.type === 'ImportNamespaceSpecifier') return `import * as ${name}${from}`;
        return specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
          ? `import { ${specifier.imported.name} as ${name} }${from}`
          : `import ${name}${from}`;
      });
  });

const exportOf = (names: readonly string[], from?: string): string => {
  if (names.length === 0) return '';
  return `export { ${names.join(', ')} }${from === undefined ? '' : ` from '${from}'`};`;
};

/** The names that a statement exports; types have none when a page runs. */
const exportedBy = (statement: Statement): string[] => {
  if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return [];
  const listed = statement.specifiers.filter(({ exportKind }) => exportKind !== 'type');
  return [...declaredBy(statement), ...listed.flatMap(({ exported }) => ('name' in exported ? [exported.name] : []))];
};

const readModule = ({ body }: Program, schemaNames: SchemaNames) => {
  const isOfZod = (source: string): boolean => source === 'zod' || source.startsWith('zod/');
  // Everything that the module may name and that builds schemas.
  const schemas = new Set<string>();
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue;
    const { value: source } = statement.source;
    const names = isOfZod(source) ? undefined : schemaNames(source);
    for (const specifier of statement.specifiers) {
      const imported =
        specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
          ? specifier.imported.name
          : '*';
      if (!names || names.has(imported)) schemas.add(specifier.local.name);
    }
  }
  const declarations = body.map((statement) => ({ names: declaredBy(statement), needs: namesIn(statement) }));
  for (let size = -1; size !== schemas.size;) {
    size = schemas.size;
    for (const { names, needs } of declarations)
      if (needs.values().some((name) => schemas.has(name))) for (const name of names) schemas.add(name);
  }
  const exported = new Set<string>();
  for (const statement of body) {
    if (statement.type === 'ExportAllDeclaration')
      for (const name of schemaNames(statement.source.value)) exported.add(name);
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const from = statement.source ? schemaNames(statement.source.value) : schemas;
    for (const { local, exported: as } of statement.specifiers)
      if (local.type === 'Identifier' && as.type === 'Identifier' && from.has(local.name)) exported.add(as.name);
    for (const name of declaredBy(statement)) if (schemas.has(name)) exported.add(name);
  }
  return { exported, isSchema: (one: Statement) => declaredBy(one).some((name) => schemas.has(name)) };
};

/** The constants and functions that a statement of a module declares. */
const declaredBy = (statement: Statement): string[] => {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type === 'FunctionDeclaration') return declared.id ? [declared.id.name] : [];
  return declared?.type === 'VariableDeclaration' ? declared.declarations.flatMap(({ id }) => boundBy(id)) : [];
};

/** The names that a parameter or the left side of a declaration declares. */
const boundBy = (pattern: object): string[] => {
  const node = pattern as Node;
  if (node.type === 'Identifier') return [node['name'] as string];
  if (node.type === 'Property') return boundBy(node['value'] as Node);
  if (node.type === 'AssignmentPattern') return boundBy(node['left'] as Node);
  return childrenOf(node).flatMap(boundBy);
};

/** The names of its surroundings that the code of a node reads; not those of properties, of types and of its own parameters. */
const namesIn = (of: object): Set<string> => {
  const node = of as Node;
  if (node.type === 'Identifier') return new Set([node['name'] as string]);
  const names = new Set(childrenOf(node).flatMap((child) => [...namesIn(child)]));
  if (/^(?:Arrow)?Function/.test(node.type)) for (const name of ownNames(node)) names.delete(name);
  return names;
};

/** The parameters and the constants of a function. */
const ownNames = (of: Node): string[] => {
  const inside = (node: Node): string[] =>
    node.type === 'VariableDeclarator'
      ? [...boundBy(node['id'] as Node), ...childrenOf(node).flatMap(inside)]
      : childrenOf(node).flatMap(inside);
  return [...(of['params'] as Node[]).flatMap(boundBy), ...inside(of['body'] as Node)];
};

const isType = ({ type }: Node): boolean =>
  type.startsWith('TS') &&
  !/^TS(?:AsExpression|SatisfiesExpression|NonNullExpression|InstantiationExpression)$/.test(type);

const childrenOf = (node: Node): Node[] =>
  Object.entries(node)
    .filter(([key]) => node['computed'] === true || !isName(node, key))
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string')
    .filter((value) => !isType(value));

/** Whether it is the name of a property, which is none of a constant. */
const isName = ({ type }: Node, key: string): boolean =>
  (type === 'Property' && key === 'key') || (type === 'MemberExpression' && key === 'property');
