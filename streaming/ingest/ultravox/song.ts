import { cleanTitle, decodeText } from '#streaming/base/form.ts';

export type Song = { title: string; url: string };

const headBytes = 6;
const maxFragments = 32;
/** Longer descriptions of a song are ignored, bytes. */
const longestXml = 65_536;

/** Assembles the fragments of song descriptions; returns the song with its last fragment. Buffers one song at most. */
export const createSongReader = (): ((payload: Buffer) => Song | undefined) => {
  let id = -1;
  let count = 0;
  let fragments = new Map<number, Buffer>();

  return (payload) => {
    if (payload.length < headBytes) return undefined;
    const [newId, newCount, index] = [0, 2, 4].map((at) => payload.readUInt16BE(at)) as [number, number, number];
    if (newCount > maxFragments || index < 1 || index > newCount) return undefined;
    if (newId !== id || newCount !== count || fragments.has(index)) fragments = new Map();
    id = newId;
    count = newCount;
    fragments.set(index, Buffer.from(payload.subarray(headBytes)));
    const size = [...fragments.values()].reduce((sum, { length }) => sum + length, 0);
    if (size > longestXml) fragments = new Map();
    if (fragments.size < count) return undefined;
    const inOrder = [...fragments].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes);
    fragments = new Map();
    return songOf(decodeText(Buffer.concat(inOrder)));
  };
};

/** The song in Shoutcast's XML, `Artist - Title`; undefined if it has neither. */
export const songOf = (xml: string): Song | undefined => {
  const plain = withoutSections(xml);
  const artists = textsOf(plain, 'TPE1').join(', ');
  const title = [artists, textsOf(plain, 'TIT2')[0]].filter((part) => part).join(' - ');
  if (title === '') return undefined;
  return { title: cleanTitle(title), url: textsOf(plain, 'URL')[0] ?? '' };
};

const textsOf = (xml: string, tag: string): string[] => {
  const found = xml.matchAll(new RegExp(`<${tag}(?:\\s[^<>]*)?>([^<]*)</${tag}>`, 'g'));
  return [...found].map(([, text]) => cleanTitle(unescape(text!))).filter((text) => text !== '');
};

/** Converts CDATA sections to escaped text. */
const withoutSections = (xml: string): string => {
  const [first = '', ...others] = xml.split('<![CDATA[');
  const escaped = others.map((part) => {
    const end = part.indexOf(']]>');
    if (end < 0) return '';
    return part.slice(0, end).replaceAll('&', '&amp;').replaceAll('<', '&lt;') + part.slice(end + 3);
  });
  return first + escaped.join('');
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescape = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (all, decimal, hex, name) => {
    if (name) return entities[(name as string).toLowerCase()]!;
    const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
