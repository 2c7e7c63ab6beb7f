/** The fields of a form; `items[0][price]` becomes `{ items: [{ price }] }`. */
export type Fields = { [name: string]: string | Fields | (string | Fields)[] };

/** Decodes the body or the query of a request in the provider's notation. Throws for a name that reaches into prototypes. */
export const decodeForm = (text: string): Fields => {
  const root: Tree = new Map();
  for (const [name, value] of new URLSearchParams(text)) setAt(root, pathOf(name), value);
  return fieldsOf(root);
};

type Tree = Map<string, string | Tree>;

const pathOf = (name: string): string[] => {
  const path = name.replaceAll(']', '').split('[');
  if (path.includes('__proto__')) throw new Error(`The name ${name} is not a parameter.`);
  return path;
};

const setAt = (tree: Tree, [head = '', ...rest]: string[], value: string): void => {
  if (rest.length === 0) {
    tree.set(head, value);
    return;
  }
  const inner = tree.get(head);
  const next: Tree = inner instanceof Map ? inner : new Map();
  tree.set(head, next);
  setAt(next, rest, value);
};

const fieldsOf = (tree: Tree): Fields => Object.fromEntries([...tree].map(([name, value]) => [name, valueOf(value)]));

const valueOf = (value: string | Tree): string | Fields | (string | Fields)[] => {
  if (typeof value === 'string') return value;
  const isArray = value.size > 0 && [...value.keys()].every((key, at) => key === String(at));
  if (!isArray) return fieldsOf(value);
  return [...value.values()].map((one) => (typeof one === 'string' ? one : fieldsOf(one)));
};
