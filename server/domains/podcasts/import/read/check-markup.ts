import { FeedProblem } from './feed-problem.ts';

/* What a document must not have before a parser sees it. Every scan goes through the text once. */

/** Comments and a document type before the first element, characters. */
const longestProlog = 64 * 1024;
const mostAttributes = 100;

/** Refuses web pages, JSON, entities of the document's own, and markup that costs a parser more than a feed is worth. */
export const checkMarkup = (text: string): void => {
  const { at, isWebPage } = skipProlog(text);
  const first = text.slice(at, at + 10);
  if (isWebPage || /^<(html|head|body)\b/i.test(first)) throw new FeedProblem('it is a web page');
  if (!first.startsWith('<')) throw new FeedProblem(first.startsWith('{') ? 'it is JSON' : 'it is not XML');
  checkElements(text, at);
};

const notWellFormed = (what: string): FeedProblem => new FeedProblem(`it is not well-formed XML (${what})`);

/** Where the first element begins: behind white space, comments, instructions and the document type. */
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
    if (at > longestProlog) throw new FeedProblem('it has too much before its first element');
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

/** A document type ends with its `>`; one with declarations in brackets is refused. */
const endOfDoctype = (text: string, from: number): number => {
  let quote = '';
  for (let at = from; at < text.length && at <= from + longestProlog; at++) {
    const sign = text[at]!;
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '[') throw new FeedProblem('it declares entities of its own');
    else if (sign === '>') return at + 1;
  }
  throw new FeedProblem('it has too much before its first element');
};

/** Counts the attributes of each element by their `=`. */
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
    const sign = text[at]!;
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at + 1;
    else if (sign === '<') return at;
    else if (sign === '=' && ++attributes > mostAttributes)
      throw new FeedProblem(`one of its elements has more than ${mostAttributes} attributes`);
  }
  return text.length;
};
