/** Formats seconds to the tenth: `1:02.5`, `1:00:00.0`. */
export const timeText = (seconds: number): string => {
  const tenths = Math.max(0, Math.round(seconds * 10));
  const [h, m, s] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, Math.floor(tenths / 10) % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${h > 0 ? `${h}:${two(m)}` : m}:${two(s)}.${tenths % 10}`;
};

/** Parses `62.5`, `1:02.5` or `1:02:03` into seconds; undefined for anything else. */
export const secondsIn = (text: string): number | undefined => {
  const parts = text.trim().replace(',', '.').split(':');
  if (parts.length > 3 || !parts.every((part) => /^\d{1,6}(\.\d{1,3})?$/.test(part))) return undefined;
  if (parts.slice(0, -1).some((part) => part.includes('.'))) return undefined;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
};
