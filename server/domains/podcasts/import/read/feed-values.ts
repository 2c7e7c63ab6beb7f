import sanitize from 'sanitize-html';
import { decodeEntities } from '#server/platform/xml/entities.ts';

/* Parses the values in feeds, and cleans what can't be stored as it is. */

/** Text without control characters, trimmed and cut to `max` characters, at a word if possible. */
export const cleanText = (text: string, max: number): string => {
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

/** Plain text on one line; what looks like a tag in it is kept, as titles contain no HTML. */
export const singleLine = (text: string, max: number): string => cleanText(text.replace(/\s+/g, ' '), max);

/** HTML as plain text, one line per paragraph. In a text without elements only entities are decoded. */
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

/** Elements that start a new line. */
const breaking = ['p', 'br', 'hr', 'li', 'ul', 'ol', 'blockquote', 'pre', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Whether a text contains an HTML element; `<live>` is none. */
export const isHtml = (text: string): boolean =>
  /<\/?(?:p|br|a|b|i|u|s|em|strong|ul|ol|li|div|span|h[1-6]|img|hr|pre|code|blockquote|table|tr|td|iframe|script|style|figure|section|article|small|sup|sub|del)(?:\s[^<>]*|\s*\/)?>/i.test(
    text,
  );

const decodeNamed = (text: string): string => decodeEntities(text.replaceAll('&nbsp;', ' '));

/** `yes`, `true` and `explicit`, in any case. */
export const isYes = (text: string): boolean => /^(yes|true|explicit|1)$/i.test(text.trim());

/** An absolute HTTP(S) URL, or ''. */
export const webUrl = (text: string): string => {
  const parsed = URL.parse(text.trim());
  const isValid = parsed !== null && /^https?:\/\/[^\s/$.?#][^\s]*$/i.test(parsed.href) && parsed.href.length <= 2000;
  if (!isValid) return '';
  return /^https?:\/\/[^\s/$.?#][^\s]*$/i.test(text.trim()) ? text.trim() : parsed.href;
};

/** A whole number from 1 to `max`, or null. */
export const positiveInteger = (text: string, max: number): number | null => {
  const found = /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
  return found >= 1 && found <= max ? found : null;
};

/** Seconds of `1:02:03.5`, `62:03` or `3723`; else undefined. */
export const parseSeconds = (text: string): number | undefined => {
  if (!/^\d{1,6}(?::\d{1,2}){0,2}(?:\.\d{1,6})?$/.test(text.trim())) return undefined;
  return text
    .trim()
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
};

/** An RFC 822 date, also in the variants common in feeds; undefined if it can't be parsed. */
export const parseFeedDate = (text: string): Date | undefined => {
  const parse = (value: string): Date | undefined => {
    const date = new Date(value);
    const year = date.getUTCFullYear();
    return Number.isNaN(date.getTime()) || year < 1990 || year > 2200 ? undefined : date;
  };
  const value = text.trim();
  if (value === '') return undefined;
  return parse(withZone(value)) ?? parse(withZone(value.replace(/^[a-z]+,?\s+/i, '')));
};

/** Appends UTC to a date without a zone or with an unknown one; RFC 822's zone names are known. */
const withZone = (value: string): string => {
  const hasZone = /(?:[+-]\d{2}:?\d{2}|Z|UTC?|GMT|[ECMP][SD]T)$/i.test(value);
  return hasZone ? value : `${value.replace(/\s+[A-Z]{1,5}$/, '')} ${/T\d{2}:/.test(value) ? '' : 'UTC'}`.trim();
};

/** The distinct entries of a comma-separated list, at most `most`. */
export const splitKeywords = (text: string, most: number): string[] => {
  const found = text
    .split(',')
    .map((word) => singleLine(word, 60))
    .filter((word) => word !== '');
  return [...new Set(found)].slice(0, most);
};
