import { inflateSync } from 'node:zlib';

/**
 * The texts of a PDF as they are drawn: the letters from left to right, whatever direction they are read in, in one piece for each script. Reads fonts with a
 * `ToUnicode` table, as our renderer embeds them.
 */
export const drawnTexts = (pdf: Buffer): string[] => {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1];
      if (table !== undefined) fonts.set(name, lettersOf(objects.get(table)?.content ?? ''));
    }
  return [...objects.values()].filter(({ content }) => content.includes(' Tf')).flatMap((page) => textsOf(page, fonts));
};

type PdfObject = { head: string; content: string };

const objectsOf = (pdf: Buffer): Map<string, PdfObject> => {
  const found = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [begin = '', head = body] = /^(.*?)stream\r?\n/s.exec(body) ?? [];
    // By its length: the last of the packed bytes may look like a line break.
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const bytes = Buffer.from(body.slice(begin.length, begin.length + length), 'latin1');
    found.set(id, { head, content: head.includes('FlateDecode') ? unpack(bytes) : '' });
  }
  return found;
};

const unpack = (bytes: Buffer): string => {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
};

/** The letters of each glyph, by its hexadecimal number. */
const lettersOf = (table: string): Map<string, string> => {
  const letters = new Map<string, string>();
  for (const [, from = '', list = ''] of table.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    let glyph = Number.parseInt(from, 16);
    for (const [, code = ''] of list.matchAll(/<([\w ]+)>/g))
      letters.set((glyph++).toString(16).padStart(4, '0'), textOf(code.replaceAll(' ', '')));
  }
  return letters;
};

const textOf = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

const textsOf = ({ content }: PdfObject, fonts: Map<string, Map<string, string>>): string[] => {
  let letters = new Map<string, string>();
  const texts: string[] = [];
  for (const [, font, drawn] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? letters;
    if (drawn === undefined) continue;
    const glyphs = [...drawn.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    texts.push(glyphs.map((glyph) => letters.get(glyph) ?? '').join(''));
  }
  return texts;
};
