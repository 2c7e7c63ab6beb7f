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
