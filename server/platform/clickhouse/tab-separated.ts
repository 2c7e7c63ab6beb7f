const special = /[\\\t\n\r\0]/;
const everySpecial = new RegExp(special, 'g');
const escaped: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' };

/** Escapes values for a line of TabSeparated, which is cheaper than JSON for both sides. */
export const tabSeparated = (values: readonly (string | number)[]): string => values.map(field).join('\t');

const field = (value: string | number): string | number =>
  typeof value === 'string' && special.test(value) ? value.replace(everySpecial, (sign) => escaped[sign]!) : value;
