import { DocumentProblem } from '#server/platform/xml/document-problem.ts';

/**
 * Decodes a feed by its byte order mark, else the Content-Type, else the XML declaration, else UTF-8. Throws on invalid
 * bytes: guessing would store wrong characters for good.
 */
export const decodeFeed = (bytes: Uint8Array, contentType: string): string => {
  if (bytes.length === 0) throw new DocumentProblem('the response was empty');
  const charset = markOf(bytes) ?? namedIn(contentType, /charset\s*=\s*["']?([\w.:-]+)/i) ?? declared(bytes) ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new DocumentProblem(`its encoding “${charset}” is unknown`);
    throw new DocumentProblem(`its text does not match its encoding (${charset})`);
  }
};

const namedIn = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1]?.toLowerCase();

const markOf = ([first, second, third, fourth]: Uint8Array): string | undefined => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // "<?" in UTF-16 without a byte order mark.
  if (first === 0x3c && second === 0 && third === 0x3f && fourth === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c && third === 0 && fourth === 0x3f) return 'utf-16be';
  return undefined;
};

/**
 * The encoding in `<?xml … encoding="…"?>`. One that can be read as single bytes can't be UTF-16, so that means UTF-8.
 */
const declared = (bytes: Uint8Array): string | undefined => {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const found = namedIn(head, /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i);
  return found?.startsWith('utf-16') ? 'utf-8' : found;
};
