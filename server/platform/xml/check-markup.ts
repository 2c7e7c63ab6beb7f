import { DocumentProblem } from './document-problem.ts';

/* Checks that run before the XML parser. Every scan is linear. */

/** Most characters of comments and document type before the first element. */
const longestProlog = 64 * 1024;
const mostAttributes = 100;

/** Refuses web pages, JSON, custom entities, and markup that is too expensive to parse. */
export const checkMarkup = (text: string): void => {
  const { at, isWebPage } = skipProlog(text);
  const first = text.slice(at, at + 10);
  if (isWebPage || /^<(html|head|body)\b/i.test(first)) throw new DocumentProblem('it is a web page');
  if (!first.startsWith('<')) throw new DocumentProblem(first.startsWith('{') ? 'it is JSON' : 'it is not XML');
  checkElements(text, at);
};

const notWellFormed = (what: string): DocumentProblem => new DocumentProblem(`it is not well-formed XML (${what})`);

/** Offset of the first element, behind white space, comments, instructions and the document type. */
const skipProlog = (text: string): { at: number; isWebPage: boolean } => {
  let at = afterSpace(text, 0);
  let isWebPage = false;
  for (;;) {
    if (text.startsWith('<!--', at)) at = afterSpace(text, endOf(text, '-->', at + 4, 'a comment has no end'));
    else if (text.startsWith('<?', at)) at = afterSpace(text, endOf(text, '?>', at + 2, 'an instruction has no end'));
    else if (/^<!doctype\b/i.test(text.slice(at, at + 10))) {
      isWebPage ||= /^<!doctype\s+html\b/i.test(text.slice(at, at + 100));
      at = afterSpace(text, endOfDoctype(text, at));
    } else break;
    if (at > longestProlog) throw new DocumentProblem('it has too much before its first element');
  }
  return { at, isWebPage };
};

const afterSpace = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && (text.charCodeAt(at) <= 32 || text.charCodeAt(at) === 0xfeff)) at++;
  return at;
};

const endOf = (text: string, mark: string, from: number, otherwise: string): number => {
  const found = text.indexOf(mark, from);
  if (found < 0) throw notWellFormed(otherwise);
  return found + mark.length;
};

/** End of a document type; refuses an internal subset. */
const endOfDoctype = (text: string, from: number): number => {
  let quote = '';
  for (let at = from; at < text.length && at <= from + longestProlog; at++) {
    const char = text[at]!;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '[') throw new DocumentProblem('it declares custom entities');
    else if (char === '>') return at + 1;
  }
  throw new DocumentProblem('it has too much before its first element');
};

/** Limits the attributes of each element, counted by their `=`. */
const checkElements = (text: string, from: number): void => {
  for (let at = text.indexOf('<', from); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) at = endOf(text, '-->', at + 4, 'a comment has no end');
    else if (text.startsWith('<![CDATA[', at)) at = endOf(text, ']]>', at + 9, 'a CDATA section has no end');
    else if (text.startsWith('<!', at)) throw notWellFormed('a declaration inside an element');
    else at = endOfTag(text, at + 1);
  }
};

const endOfTag = (text: string, from: number): number => {
  let [quote, attributes] = ['', 0];
  for (let at = from; at < text.length; at++) {
    const char = text[at]!;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at + 1;
    else if (char === '<') return at;
    else if (char === '=' && ++attributes > mostAttributes)
      throw new DocumentProblem(`one of its elements has more than ${mostAttributes} attributes`);
  }
  return text.length;
};
