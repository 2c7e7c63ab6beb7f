/* The five entities of XML, and numeric character references. */

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the entities in a text; anything else that starts with & stays. */
export const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, replaced) : text;

const replaced = (whole: string, hex?: string, decimal?: string, name?: string): string => {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isCharacter = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : '';
};
