/**
 * Parses a query string whose bytes are in `charset`, or else in UTF-8 where valid, or else in Latin-1, as old encoders
 * send.
 */
export const parseForm = (query: string): Map<string, string> => {
  const raw = new Map<string, Buffer>();
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    if (at > 0) raw.set(pair.slice(0, at).toLowerCase(), unescape(pair.slice(at + 1)));
  }
  const charset = raw.get('charset')?.toString('latin1');
  return new Map([...raw].map(([name, bytes]) => [name, decodeText(bytes, charset)]));
};

/** The text of an external title: one line, no control characters, at most 500 characters. */
export const cleanTitle = (text: string): string => {
  const line = text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return [...line].slice(0, 500).join('');
};

const unescape = (text: string): Buffer => {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const hex = text[at] === '%' ? /^[0-9a-f]{2}/i.exec(text.slice(at + 1, at + 3)) : null;
    if (hex) {
      bytes.push(Number.parseInt(hex[0], 16));
      at += 2;
    } else bytes.push(text[at] === '+' ? 0x20 : text.charCodeAt(at) & 0xff);
  }
  return Buffer.from(bytes);
};

/** Decodes text in `charset`, or else in UTF-8 where valid, or else in Latin-1. */
export const decodeText = (bytes: Buffer, charset?: string): string => {
  const isLatin = /^(iso-?8859-?1|latin-?1|windows-1252|cp1252)$/i.test(charset ?? '');
  if (isLatin) return new TextDecoder('windows-1252').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
