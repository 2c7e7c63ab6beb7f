import { Readable } from 'node:stream';
import { csvCell } from '#contract/rules/csv.ts';

/** Streams rows as RFC 4180 CSV in UTF-8 with a byte order mark, which spreadsheets need. */
export const csvStream = (rows: AsyncIterable<readonly (string | number)[]>): Readable => Readable.from(lines(rows));

/** Sends many lines at once, as a million single lines would each be a write. */
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
