/** What a spreadsheet may run as a formula: its sign, also full-width or behind blanks, or a tab or line end first. */
const formula = /^(?:[\t\r\n]|[\s\p{Z}\p{C}]*[=+\-@＝＋－＠])/u;

/**
 * One cell of a CSV file (RFC 4180). Every text is quoted, as some spreadsheets split at `;`; one that would be run as a
 * formula is kept as text by a leading apostrophe. Numbers stand as they are.
 */
export const csvCell = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
};
