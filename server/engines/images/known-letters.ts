import { Transformer } from '@napi-rs/image';

/** Fonts of usual machines, for texts in drawings; where one of them is, others add the letters that it lacks. */
export const drawingFonts =
  "'DejaVu Sans','Noto Sans','Liberation Sans','Helvetica Neue',Helvetica,Arial,'Segoe UI',Roboto,Ubuntu,Cantarell,FreeSans";

/** No font has this character: it is drawn like a missing letter, or not at all. */
const missing = '\u{10FFFD}';
const cell = 40;

/**
 * Whether the fonts of this machine have all letters of a text: drawn, none looks like a missing one. Texts of more than
 * 200 different letters are none that a card shows.
 */
export const hasLetters = async (text: string): Promise<boolean> => {
  const letters = [...new Set(text.replace(/[\s\p{C}\p{M}]/gu, ''))];
  if (letters.length > 200) return false;
  const [unwritten, ...drawn] = await drawCells([missing, ...letters]);
  return unwritten !== undefined && drawn.every((one) => !one.equals(unwritten));
};

/** The pixels of each letter. */
const drawCells = async (letters: readonly string[]): Promise<Buffer[]> => {
  const width = letters.length * cell;
  const texts = letters.map(
    (letter, i) => `<text x="${String(i * cell + 8)}" y="28">&#${String(letter.codePointAt(0))};</text>`,
  );
  const picture = Transformer.fromSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(cell)}" font-size="20" font-family="${drawingFonts}">${texts.join('')}</svg>`,
    '#ffffffff',
  );
  // The package enlarges small drawings by a whole number.
  const png = new Transformer(await picture.png());
  const { height } = await png.metadata();
  const pixels = await png.rawPixels();
  const row = pixels.length / height;
  const size = row / letters.length;
  return letters.map((_letter, i) =>
    Buffer.concat(
      Array.from({ length: height }, (_row, y) => pixels.subarray(y * row + i * size, y * row + (i + 1) * size)),
    ),
  );
};
