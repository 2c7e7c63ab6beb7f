import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { checkMarkup } from './check-markup.ts';
import { DocumentProblem } from './document-problem.ts';
import { decodeEntities } from './entities.ts';
import { noPrefixes, prefixesOf, canonicalName, type Prefixes } from './namespaces.ts';

/** An element: its name with the usual prefix of its namespace, its own text, and its child elements. */
export type Element = {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
};

const maxDepth = 40;

/**
 * Parses a document to a tree. Entities other than XML's own stay undecoded. Refuses a document type with declarations,
 * and XML that isn't well-formed: a truncated document would silently lose a part.
 */
export const readTree = (text: string): Element => {
  checkMarkup(text);
  const valid = XMLValidator.validate(text, { allowBooleanAttributes: false });
  if (valid !== true)
    throw new DocumentProblem(`it is not well-formed XML (line ${valid.err.line}: ${valid.err.msg.slice(0, 120)})`);
  const root = (parse(text) as Node[])
    .map((node) => elementOf(node, noPrefixes, 0))
    .find((found) => found !== undefined);
  if (!root) throw new DocumentProblem('it is not XML');
  return root;
};

/** The first direct child with this name. */
export const child = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((found) => found.name === name);

export const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter((found) => found.name === name);

/** Trimmed text of the first child with one of these names, in their order, that has text. */
export const textOf = (element: Element, ...names: string[]): string => {
  for (const name of names) {
    const found = element.children.find((one) => one.name === name && one.text.trim() !== '');
    if (found) return found.text.trim();
  }
  return '';
};

type Node = Record<string, unknown>;

const parse = (text: string): unknown => {
  try {
    return new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: '',
      parseTagValue: false,
      trimValues: false,
      processEntities: false,
      cdataPropName: '#cdata',
      ignoreDeclaration: true,
      ignorePiTags: true,
      maxNestedTags: maxDepth,
    }).parse(text);
  } catch (error) {
    const { message } = error as Error;
    throw new DocumentProblem(/nested/i.test(message) ? 'it is nested too deeply' : 'it is not well-formed XML');
  }
};

const elementOf = (node: Node, outer: Prefixes, depth: number): Element | undefined => {
  const name = Object.keys(node).find((key) => key !== ':@');
  if (name === undefined || name.startsWith('#')) return undefined;
  if (depth > maxDepth) throw new DocumentProblem('it is nested too deeply');
  const attributes: Record<string, string> = {};
  for (const [key, value] of Object.entries((node[':@'] ?? {}) as Record<string, unknown>))
    attributes[key] = decodeEntities(String(value)).trim();
  const prefixes = prefixesOf(attributes, outer);
  const within = node[name] as Node[];
  const children: Element[] = [];
  let text = '';
  for (const one of within) {
    if ('#text' in one) text += decodeEntities(String(one['#text']));
    else if ('#cdata' in one) text += ((one['#cdata'] as Node[])[0]?.['#text'] as string | undefined) ?? '';
    else {
      const found = elementOf(one, prefixes, depth + 1);
      if (found) children.push(found);
    }
  }
  return { name: canonicalName(name, prefixes), attributes, text, children };
};
