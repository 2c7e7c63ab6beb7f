import { FeedProblem } from './feed-problem.ts';

/**
 * The text of a feed: by its byte order mark, else as the server said, else as its own declaration says, else UTF-8.
 * Bytes that are none of that are a problem, as names would be kept wrong for good.
 */
export const decodeFeed = (bytes: Uint8Array, contentType: string): string => {
  if (bytes.length === 0) throw new FeedProblem('the answer was empty');
  const charset = markOf(bytes) ?? namedIn(contentType, /charset\s*=\s*["']?([\w.:-]+)/i) ?? declared(bytes) ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new FeedProblem(`its encoding “${charset}” is not known`);
    throw new FeedProblem(`its text is not in the encoding that it names (${charset})`);
  }
};

const namedIn = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1]?.toLowerCase();

const markOf = ([first, second, third, fourth]: Uint8Array): string | undefined => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // "<?" of two bytes a character, without a mark.
  if (first === 0x3c && second === 0 && third === 0x3f && fourth === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c && third === 0 && fourth === 0x3f) return 'utf-16be';
  return undefined;
};

/** What `<?xml … encoding="…"?>` says; that the text is of two bytes it can't say in one. */
const declared = (bytes: Uint8Array): string | undefined => {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const found = namedIn(head, /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i);
  return found?.startsWith('utf-16') ? 'utf-8' : found;
};
