import sanitize from 'sanitize-html';

const mostBytes = 4000;

/** Rich text as plain text, one line per paragraph, cut to the 4000 bytes that directories accept. */
export const plainText = (html: string): string => {
  const broken = html
    .replace(/<li>/g, '\n• ')
    .replace(/<br ?\/?>|<hr ?\/?>/g, '\n')
    .replace(/<\/(p|h2|h3|blockquote|pre|ul|ol)>/g, '\n');
  const words = decoded(sanitize(broken, { allowedTags: [], allowedAttributes: {} }))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ *\n[ \n]*/g, '\n')
    .trim();
  return withinBytes(words, mostBytes);
};

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const decoded = (text: string): string => text.replace(/&(?:amp|lt|gt|quot);/g, (sign) => signs[sign] ?? sign);

const withinBytes = (text: string, most: number): string => {
  if (Buffer.byteLength(text) <= most) return text;
  const ellipsis = '…';
  const cut = Buffer.from(text)
    .subarray(0, most - Buffer.byteLength(ellipsis))
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return `${cut.trimEnd()}${ellipsis}`;
};
