/** The most entries of a playlist that are tried. */
const maxEntries = 10;

/** The most bytes of a playlist that are read. */
export const longestPlaylist = 65_536;

/** Whether an answer is a playlist instead of audio. */
export const isPlaylist = (contentType: string, path: string): boolean => {
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  if (/scpls|pls\+xml|mpegurl/.test(type)) return true;
  const isVague = type === '' || type.startsWith('text/') || type === 'application/octet-stream';
  return isVague && /\.(pls|m3u8?)$/i.test(path);
};

/** The URLs in a PLS or M3U, in their order. Throws the reason for HLS or an empty list. */
export const parsePlaylist = (text: string): string[] => {
  if (/^#EXT-X-/m.test(text)) {
    throw new Error('HLS playlists are not supported: enter the URL of the stream itself.');
  }
  const isPls = /^\s*\[playlist\]/i.test(text);
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  const entries = isPls
    ? lines.flatMap((line) => /^file\d*\s*=\s*(.+)$/i.exec(line)?.[1] ?? [])
    : lines.filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('<'));
  if (entries.length === 0) throw new Error('The playlist has no entries.');
  return entries.slice(0, maxEntries);
};
