/** Markup that is safe to send; made by `html` alone. */
export type Html = { readonly markup: string };

type Piece = Html | string | number | undefined | false | readonly Html[];

/** Markup with every text in it escaped; `undefined` and `false` are nothing. */
export const html = (pieces: TemplateStringsArray, ...values: Piece[]): Html => ({
  markup: pieces.map((piece, i) => piece + (i < values.length ? written(values[i]) : '')).join(''),
});

/** Markup that somebody else has made safe (the provider's own logout form). */
export const trusted = (markup: string): Html => ({ markup });

const written = (value: Piece): string => {
  if (value === undefined || value === false) return '';
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
  return String(value).replace(/[&<>"'`]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
};
