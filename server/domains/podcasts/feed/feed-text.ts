/** Text without characters that XML can't contain, trimmed and cut to `most` characters. */
export const feedText = (text: string, most = 255): string => {
  const legal = text.toWellFormed().replace(illegal, '').trim();
  const letters = legal.length > most ? Array.from(legal) : [];
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : legal;
};

/** Text cut to `most` bytes: directories count bytes, and refuse descriptions of more than 4000. */
export const withinBytes = (text: string, most: number): string => {
  const legal = feedText(text, Infinity);
  if (Buffer.byteLength(legal) <= most) return legal;
  const room = most - Buffer.byteLength('…');
  return `${Buffer.from(legal)
    .subarray(0, room)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
    .trimEnd()}…`;
};

/** `Sun, 22 Nov 2026 03:04:05 +0000` (RFC 2822). */
export const rfc2822 = (date: Date): string => date.toUTCString().replace(/GMT$/, '+0000');

/** Characters that XML 1.0 can't represent. */
// oxlint-disable-next-line no-control-regex
const illegal = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
