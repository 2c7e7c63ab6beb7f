/** HTML that is safe to include in a page. */
export type Html = { readonly html: string };
type Part = Html | string | number | null | undefined | false | readonly Part[];

/**
 * Builds HTML from a template. Inserted values are escaped unless they are `Html`; null, undefined and false render as
 * nothing, without the space before them at the end of a tag. Line breaks of the template become spaces.
 */
export const html = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: pieces
    .map((piece, i) => {
      const [text, part] = [piece.replace(/\s*\n\s*/g, ' '), render(parts[i])];
      return part === '' && pieces[i + 1]?.startsWith('>') === true ? text.trimEnd() : text + part;
    })
    .join(''),
});

/** Marks text as HTML that is already safe. */
export const trusted = (text: string): Html => ({ html: text });

const render = (part: Part): string => {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map(render).join('');
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
