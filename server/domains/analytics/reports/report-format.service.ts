const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** `12,345` */
export const plainNumber = (value: number): string => whole.format(value);

/** Capitalizes the first letter. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Seconds as hours: `12.5 h`. */
export const hours = (seconds: number): string =>
  `${new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 }).format(seconds / 3600)} h`;

/** `1 call`, `12,345 calls` */
export const withUnit = (value: number, one: string): string =>
  `${plainNumber(value)} ${value === 1 ? one : `${one}s`}`;

/** Seconds as `3:07` or `1:02:05`. */
export const duration = (seconds: number): string => {
  const all = Math.max(0, Math.round(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return h > 0 ? `${String(h)}:${two(m)}:${two(s)}` : `${String(m)}:${two(s)}`;
};

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** `1.25 GB`, in steps of 1,024 as on the pages. */
export const bytes = (value: number): string => {
  const step = Math.min(byteUnits.length - 1, value < 1024 ? 0 : Math.floor(Math.log2(value) / 10));
  return `${String(Number((value / 1024 ** step).toFixed(step === 0 ? 0 : 2)))} ${byteUnits[step] ?? 'PB'}`;
};

/** Relative change: `+12 %`, `−3.4 %`, `new` where there was nothing before, `–` where both are zero. */
export const percentChange = (now: number, before: number): string => {
  if (before === 0) return now === 0 ? '–' : 'new';
  const percent = ((now - before) / before) * 100;
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±';
  return `${sign}${Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 1 : 0)} %`;
};

/** `21 November 2026`, `16–22 November 2026`, `28 October – 3 November 2026`. */
export const periodText = ({ from_date, to_date }: { from_date: string; to_date: string }): string => {
  if (from_date === to_date) return dateText(to_date);
  return from_date.slice(0, 7) === to_date.slice(0, 7)
    ? `${String(Number(from_date.slice(8)))}–${dateText(to_date)}`
    : `${dateText(from_date, from_date.slice(0, 4) !== to_date.slice(0, 4))} – ${dateText(to_date)}`;
};

const dateText = (date: string, withYear = true): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: 'UTC', day: 'numeric', month: 'long' },
    ...(withYear && { year: 'numeric' }),
  }).format(new Date(`${date}T00:00:00Z`));
