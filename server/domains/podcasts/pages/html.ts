/** HTML that is safe to stand in a page. */
export type Html = { readonly html: string };
type Part = Html | string | number | null | undefined | false | readonly Part[];

/**
 * Makes HTML of a template: whatever is put into it is escaped, unless it is such HTML itself; lines
 * of the template become spaces. Nothing of nothing.
 */
export const html = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: pieces.map((piece, i) => piece.replace(/\s*\n\s*/g, ' ') + written(parts[i])).join(''),
});

/** HTML that was made safe elsewhere. */
export const trusted = (text: string): Html => ({ html: text });

const written = (part: Part): string => {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'html' in part ? part.html : part.map(written).join('');
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
