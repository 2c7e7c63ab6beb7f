import type { Brand } from './brand.ts';

type IconLook = Pick<Brand, 'mark' | 'theme'>;

/**
 * The brand's mark as an SVG icon on its colour. Square ones are for home screens, which round the corners themselves;
 * the mark stays within the part that every shape shows.
 */
export const brandIcon = (
  { mark, theme }: IconLook,
  { px, isSquare = false }: { px?: number; isSquare?: boolean } = {},
) => {
  const size = px === undefined ? '' : ` width="${px}" height="${px}"`;
  const { strokes, dot } = mark;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 40 40"${size}>`,
    `<rect x="-4" y="-4" width="40" height="40" rx="${isSquare ? 0 : 11}" fill="${theme.primary[7]}"/>`,
    `<g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round">`,
    ...strokes.map((line) => `<path d="${line}"/>`),
    `</g><circle cx="${dot.x}" cy="${dot.y}" r="${dot.r}" fill="#fff"/></svg>`,
  ].join('');
};
