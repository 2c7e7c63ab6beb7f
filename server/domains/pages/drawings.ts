import type { Brand } from '#contract/rules/brand.ts';

export const cardSize = { width: 1200, height: 630 };

/** The card of a link preview as SVG: the logo and the name on the brand's colour; without a name only pictures. */
export const cardDrawing = (brand: Brand, { name, logo }: { name: string | null; logo: string | null }): string => {
  const { width, height } = cardSize;
  const [dark, darkest] = [brand.theme.primary[8], brand.theme.primary[9]];
  const side = name === null ? 360 : 300;
  const left = name === null ? (width - side) / 2 : 90;
  const lines = name === null ? [] : wrap(name);
  const size = lines.length > 2 ? 58 : 72;
  const first = height / 2 - ((lines.length - 1) * size * 1.2) / 2 + size * 0.35;
  return svg(
    cardSize,
    `<defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${dark}"/><stop offset="1" stop-color="${darkest}"/></linearGradient></defs>`,
    `<rect width="${String(width)}" height="${String(height)}" fill="url(#ground)"/>`,
    picture(brand, logo, { left, top: (height - side) / 2, side }),
    ...lines.map(
      (line, i) =>
        `<text x="450" y="${String(first + i * size * 1.2)}" font-size="${String(size)}" font-weight="bold" font-family="{fonts}" fill="#fff">${escaped(line)}</text>`,
    ),
    name === null
      ? ''
      : `<text x="450" y="${String(height - 70)}" font-size="30" font-family="{fonts}" fill="#fff" opacity="0.85">${escaped(brand.name)}</text>`,
  );
};

/** The icon of the installed page: the logo on white within what every mask shows, else the brand's mark on its colour. */
export const iconDrawing = (brand: Brand, logo: string | null, px: number): string => {
  const side = px * 0.64;
  const at = { left: (px - side) / 2, top: (px - side) / 2, side };
  const ground = logo === null ? brand.theme.primary[7] : '#fff';
  return svg(
    { width: px, height: px },
    `<rect width="${String(px)}" height="${String(px)}" fill="${ground}"/>`,
    picture(brand, logo, at),
  );
};

type Box = { left: number; top: number; side: number };

const picture = ({ mark }: Brand, logo: string | null, { left, top, side }: Box): string => {
  if (logo !== null)
    return [
      `<clipPath id="round"><rect x="${String(left)}" y="${String(top)}" width="${String(side)}" height="${String(side)}" rx="${String(side * 0.08)}"/></clipPath>`,
      `<image href="${logo}" x="${String(left)}" y="${String(top)}" width="${String(side)}" height="${String(side)}" clip-path="url(#round)"/>`,
    ].join('');
  return [
    `<g transform="translate(${String(left)} ${String(top)}) scale(${String(side / 32)})" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round">`,
    ...mark.strokes.map((line) => `<path d="${line}"/>`),
    `<circle cx="${String(mark.dot.x)}" cy="${String(mark.dot.y)}" r="${String(mark.dot.r)}" fill="#fff" stroke="none"/></g>`,
  ].join('');
};

const longestLine = 17;
const mostLines = 4;

/** A name in lines of about equal length, the last one shortened. */
const wrap = (name: string): string[] => {
  const lines: string[] = [];
  for (const word of name.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < longestLine) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > longestLine ? `${word.slice(0, longestLine - 1)}…` : word);
  }
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines - 1), `${lines[mostLines - 1] ?? ''}…`];
};

const svg = ({ width, height }: { width: number; height: number }, ...parts: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}" viewBox="0 0 ${String(width)} ${String(height)}">${parts.join('')}</svg>`;

const escaped = (text: string): string =>
  text.replace(/[&<>"'{}]|\p{Cc}/gu, (sign) => (/\p{Cc}/u.test(sign) ? ' ' : `&#${String(sign.codePointAt(0))};`));
