import { Readable } from 'node:stream';

/** Rows as RFC 4180 CSV in UTF-8 with a byte order mark (spreadsheets need it), read as they are sent. */
export const csvStream = (rows: AsyncIterable<readonly (string | number)[]>): Readable => Readable.from(lines(rows));

/** Many lines are sent at once: a million of them would each be a write. */
const pieceLetters = 32 * 1024;

async function* lines(rows: AsyncIterable<readonly (string | number)[]>): AsyncGenerator<string> {
  let piece = '\uFEFF';
  for await (const row of rows) {
    piece += `${row.map(csvCell).join(',')}\r\n`;
    if (piece.length < pieceLetters) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** One cell; text that a spreadsheet would take for a formula is kept as text by a leading apostrophe. */
export const csvCell = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
