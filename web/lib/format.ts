const steps = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/** 1234 → `1.23K`, up to T (spec §9 "Number abbreviation"); a value that would round to 1000 uses the next letter. */
export const abbreviate = (value: number): string => {
  const size = Math.abs(value);
  for (const [i, [step, letter]] of steps.entries()) {
    if (size < step * (i === steps.length - 1 ? 1 : 0.99995)) continue;
    return `${trimZeros((value / step).toFixed(size >= step * 100 ? 1 : 2))}${letter}`;
  }
  return trimZeros(value.toFixed(Number.isInteger(value) ? 0 : 2));
};

const byteUnits = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;

/** Sizes from Bytes to YB in base 1024 (spec §9). */
export const byteSize = (bytes: number): string => {
  let size = Math.max(0, bytes);
  let unit = 0;
  while (size >= 1024 && unit < byteUnits.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${trimZeros(size.toFixed(unit === 0 ? 0 : 2))} ${byteUnits[unit] ?? 'YB'}`;
};

/** Seconds as `3:07` or `1:02:05`. */
export const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
};

/** Seconds in the two largest units: `2 h 5 min`. */
export const longDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ];
  const first = parts.findIndex(([n]) => n > 0);
  if (first < 0) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([n]) => n > 0)
    .map(([n, unit]) => `${n} ${unit}`)
    .join(' ');
};

/** Listening minutes derive from seconds (spec §9). */
export const minutesOf = (seconds: number): number => Math.round(seconds / 60);

/** Session averages have 2 decimals (spec §9). */
export const average = (total: number, count: number): string => (count === 0 ? '0.00' : (total / count).toFixed(2));

/** An hour of the day in 12-hour form (spec §9): `12:30 AM`, in the UTC offset of the text itself. */
export const clockTime = (iso: string): string => {
  const match = /T(\d\d):(\d\d)/.exec(iso);
  if (!match) return '';
  const hour = Number(match[1]);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${match[2]} ${hour < 12 ? 'AM' : 'PM'}`;
};

const reader: { locale: string | undefined; timeZone: string | undefined } = { locale: undefined, timeZone: undefined };

/** Sets the locale and time zone of all formatting; '' means the browser's. */
export const setFormatSettings = ({ locale, timezone }: { locale: string; timezone: string }): void => {
  reader.locale = locale === '' ? undefined : locale;
  reader.timeZone = timezone === '' ? undefined : timezone;
};

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formats a date for the reader. A formatter takes longer to construct than to format a screen of dates, so each is made once. */
const format = (date: Date, options: Intl.DateTimeFormatOptions): string => {
  const key = JSON.stringify([reader.locale, options]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(reader.locale, options);
  formatters.set(key, formatter);
  return formatter.format(date);
};

/** A date and time in the user's time zone, in 12-hour form. */
export const moment = (iso: string): string =>
  format(new Date(iso), { dateStyle: 'medium', timeStyle: 'short', hour12: true, timeZone: reader.timeZone });

/** A date and time in a given time zone with its weekday: `Mon, Nov 23, 2026, 7:00 AM`. */
export const momentIn = (iso: string, timeZone: string): string =>
  format(new Date(iso), {
    ...({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', hour12: true } as const),
    timeZone,
  });

/** The time of day of a moment, for the reader: `2:05 PM`. */
export const timeOfDay = (iso: string): string =>
  format(new Date(iso), { hour: 'numeric', minute: '2-digit', timeZone: reader.timeZone });

/** The time zone that dates are shown in. */
export const displayTimeZone = (): string => reader.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `2026-11-21` as `Nov 21, 2026`. */
export const day = (date: string): string =>
  format(new Date(`${date.slice(0, 10)}T00:00:00Z`), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });

/** `2026-11-21` as `Nov 21`. */
export const shortDay = (date: string): string =>
  format(new Date(`${date.slice(0, 10)}T00:00:00Z`), {
    ...({ month: 'short', day: 'numeric' } as const),
    timeZone: 'UTC',
  });

/** 1234 → `1,234`, in the user's locale. */
export const whole = (n: number): string => n.toLocaleString(reader.locale);

/** `1 listener`, `2 listeners`. */
export const count = (n: number, one: string, many = `${one}s`): string => `${whole(n)} ${n === 1 ? one : many}`;

const trimZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** Capitalizes the first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
