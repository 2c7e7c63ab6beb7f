import sanitize from 'sanitize-html';
import { decodeEntities } from './entities.ts';

/* How the values of feeds are written, and what is made of what can't be kept as it is. */

/** A text as it can be kept: without what no database keeps, trimmed, at most `max` characters, cut at a word. */
export const kept = (text: string, max: number): string => {
  // oxlint-disable-next-line no-control-regex
  const clean = text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '')
    .trim();
  if (clean.length <= max) return clean;
  const cut = clean
    .slice(0, max)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  const space = cut.lastIndexOf(' ');
  return (space > max * 0.8 ? cut.slice(0, space) : cut).trim();
};

/** One line of text, which is no HTML: what looks like a tag in a title is a part of it. */
export const line = (text: string, max: number): string => kept(text.replace(/\s+/g, ' '), max);

/** The words of HTML, a line for each paragraph. Of a text without any element only its characters by name are put in. */
export const plainText = (text: string): string => {
  if (!isHtml(text)) return decodeNamed(text).trim();
  const lines = sanitize(text, { allowedTags: breaking, allowedAttributes: {}, nestingLimit: 30 })
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|hr)\s*\/?>/gi, '\n')
    .replace(/<\/(?:p|h[1-6]|ul|ol|blockquote|pre|div)>/gi, '\n\n')
    .replace(/<\/li>/gi, '\n')
    .replace(/<[^>]*>/g, '');
  return decodeNamed(lines)
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};

/** The elements that begin a new line. */
const breaking = ['p', 'br', 'hr', 'li', 'ul', 'ol', 'blockquote', 'pre', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Whether an element of HTML stands in it; `<live>` is none. */
export const isHtml = (text: string): boolean =>
  /<\/?(?:p|br|a|b|i|u|s|em|strong|ul|ol|li|div|span|h[1-6]|img|hr|pre|code|blockquote|table|tr|td|iframe|script|style|figure|section|article|small|sup|sub|del)(?:\s[^<>]*|\s*\/)?>/i.test(
    text,
  );

const decodeNamed = (text: string): string => decodeEntities(text.replaceAll('&nbsp;', ' '));

/** `yes`, `true` and `explicit`, in any case. */
export const isYes = (text: string): boolean => /^(yes|true|explicit|1)$/i.test(text.trim());

/** An absolute address of the web, or nothing. */
export const address = (text: string): string => {
  const parsed = URL.parse(text.trim());
  const isKept = parsed !== null && /^https?:\/\/[^\s/$.?#][^\s]*$/i.test(parsed.href) && parsed.href.length <= 2000;
  if (!isKept) return '';
  return /^https?:\/\/[^\s/$.?#][^\s]*$/i.test(text.trim()) ? text.trim() : parsed.href;
};

/** A whole number of 1 to `max`, or null. */
export const number = (text: string, max: number): number | null => {
  const found = /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
  return found >= 1 && found <= max ? found : null;
};

/** Seconds of `1:02:03.5`, `62:03` or `3723`; undefined where it is none of these. */
export const seconds = (text: string): number | undefined => {
  if (!/^\d{1,6}(?::\d{1,2}){0,2}(?:\.\d{1,6})?$/.test(text.trim())) return undefined;
  return text
    .trim()
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
};

/** The moment of an RFC 822 date, also in the forms that feeds give it; undefined where it names none. */
export const moment = (text: string): Date | undefined => {
  const read = (written: string): Date | undefined => {
    const found = new Date(written);
    const year = found.getUTCFullYear();
    return Number.isNaN(found.getTime()) || year < 1990 || year > 2200 ? undefined : found;
  };
  const written = text.trim();
  if (written === '') return undefined;
  return read(zoned(written)) ?? read(zoned(written.replace(/^[a-z]+,?\s+/i, '')));
};

/** A date without a zone is one of UTC, whatever this machine's is; the names that RFC 822 has for zones are known. */
const zoned = (written: string): string => {
  const isZoned = /(?:[+-]\d{2}:?\d{2}|Z|UTC?|GMT|[ECMP][SD]T)$/i.test(written);
  return isZoned ? written : `${written.replace(/\s+[A-Z]{1,5}$/, '')} ${/T\d{2}:/.test(written) ? '' : 'UTC'}`.trim();
};

/** The words of a list that commas part, each once. */
export const words = (text: string, most: number): string[] => {
  const found = text
    .split(',')
    .map((word) => line(word, 60))
    .filter((word) => word !== '');
  return [...new Set(found)].slice(0, most);
};
