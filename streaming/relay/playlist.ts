/** Most entries of a playlist that are tried. */
const mostEntries = 10;

/** Most bytes of a playlist that are read. */
export const longestPlaylist = 65_536;

/** Whether an answer is a list of streams instead of sound. */
export function isPlaylist(contentType: string, path: string): boolean {
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  if (/scpls|pls\+xml|mpegurl/.test(type)) return true;
  const isVague = type === '' || type.startsWith('text/') || type === 'application/octet-stream';
  return isVague && /\.(pls|m3u8?)$/i.test(path);
}

/** The addresses in a PLS or M3U, in their order. Throws the reason where it is HLS or has none. */
export function parsePlaylist(text: string): string[] {
  if (/^#EXT-X-/m.test(text)) {
    throw new Error('It is an HLS playlist, which is not taken: give the address of the stream itself.');
  }
  const isPls = /^\s*\[playlist\]/i.test(text);
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  const entries = isPls
    ? lines.flatMap((line) => /^file\d*\s*=\s*(.+)$/i.exec(line)?.[1] ?? [])
    : lines.filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('<'));
  if (entries.length === 0) throw new Error('It is a playlist without an entry.');
  return entries.slice(0, mostEntries);
}
