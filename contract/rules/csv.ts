/**
 * Text that a spreadsheet may run as a formula: it begins with a formula sign (also full-width or after blanks), a tab
 * or a line end.
 */
const formula = /^(?:[\t\r\n]|[\s\p{Z}\p{C}]*[=+\-@＝＋－＠])/u;

/**
 * One cell of a CSV file (RFC 4180). Every text is quoted, as some spreadsheets split at `;`. A leading apostrophe
 * keeps a spreadsheet from running a text as a formula. Numbers are written as they are.
 */
export const csvCell = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
};

/**
 * The cells of a CSV text (RFC 4180) by line, the first is 1; separated by commas, or by semicolons where the first line has them and no comma.
 * A byte order mark is left out.
 */
export const readCsv = (csv: string): { line: number; cells: string[] }[] => {
  const text = csv.replace(/^\uFEFF/, '');
  const [first = ''] = text.split('\n', 1);
  const separator = first.includes(';') && !first.includes(',') ? ';' : ',';
  const rows: { line: number; cells: string[] }[] = [];
  let [at, line] = [0, 1];
  while (at < text.length) {
    const cells: string[] = [];
    const began = line;
    for (let isRow = true; isRow;) {
      const cell = cellAt(text, at, separator);
      cells.push(cell.value);
      line += cell.lines;
      at = cell.end + 1;
      isRow = text[cell.end] === separator;
    }
    rows.push({ line: began, cells });
    line++;
  }
  return rows;
};

/** The cell that begins at a position, and where its separator or line end is. */
const cellAt = (text: string, from: number, separator: string): { value: string; end: number; lines: number } => {
  if (text[from] !== '"') {
    let end = from;
    while (end < text.length && text[end] !== separator && text[end] !== '\n') end++;
    return { value: text.slice(from, end).replace(/\r$/, ''), end, lines: 0 };
  }
  let value = '';
  let at = from + 1;
  for (let isOpen = true; isOpen && at < text.length;) {
    const quote = text.indexOf('"', at);
    const until = quote < 0 ? text.length : quote;
    value += text.slice(at, until);
    isOpen = text[until + 1] === '"';
    if (isOpen) value += '"';
    at = until + (isOpen ? 2 : 1);
  }
  let end = Math.min(at, text.length);
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end++;
  return { value, end, lines: value.split('\n').length - 1 };
};
