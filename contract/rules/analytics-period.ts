/** The periods of spec §4, the last seven days, and any range of dates. */
export const periods = [
  'last7days',
  'today',
  'yesterday',
  'thisWeek',
  'previousWeek',
  'thisMonth',
  'previousMonth',
  'custom',
] as const;
export type Period = (typeof periods)[number];

export const periodNames: Record<Period, string> = {
  last7days: 'Last 7 days',
  today: 'Today',
  yesterday: 'Yesterday',
  thisWeek: 'This Week',
  previousWeek: 'Previous Week',
  thisMonth: 'This Month',
  previousMonth: 'Previous Month',
  custom: 'Custom range',
};

/** What an analytics page shows if its URL names no period. */
export const defaultPeriod = 'last7days';

export type Frequency = 'minute' | 'hour' | 'day';
export type Range = {
  from_date: string;
  to_date: string;
  type: 'day' | 'period';
  frequency: Frequency;
};

export const longestDays = 366;
/** More hours would not be readable in a chart. */
const longestByHour = 93;

/** A period's days in a time zone at a given time: `day` by the hour for one day, else `period` by the day (spec §4). Weeks start on Monday. */
export const rangeOf = (period: Exclude<Period, 'custom'>, now: Date, timeZone: string): Range =>
  rangeBetween(...spanOf(period, todayIn(now, timeZone)));

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The date in a time zone at a given time. A zone's formatter, which takes long to construct, is made once. */
export const todayIn = (now: Date, timeZone: string): string => {
  const format = dateFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  dateFormats.set(timeZone, format);
  return format.format(now);
};

/** The range between two dates, by the hour for a single day, else by the day. */
export const rangeBetween = (from: string, to: string): Range => {
  const isDay = from === to;
  return { from_date: from, to_date: to, type: isDay ? 'day' : 'period', frequency: isDay ? 'hour' : 'day' };
};

/** Why two dates are not a valid period; undefined if they are. */
export const problemOf = (from: string, to: string, today: string): string | undefined => {
  if (!isDate(from) || !isDate(to)) return 'Enter a start and an end date.';
  if (from > to) return 'The start date is after the end date.';
  if (to > today) return 'The end date is in the future.';
  const days = daysOf({ from_date: from, to_date: to });
  return days > longestDays ? `A period can be at most ${longestDays} days; this one has ${days}.` : undefined;
};

/** The number of days in a range. */
export const daysOf = ({ from_date, to_date }: Pick<Range, 'from_date' | 'to_date'>): number =>
  Math.round((Date.parse(to_date) - Date.parse(from_date)) / 86_400_000) + 1;

/** The frequencies available for a range. */
export const frequenciesOf = (range: Range): Frequency[] => {
  if (range.type === 'day') return ['minute', 'hour'];
  return daysOf(range) <= longestByHour ? ['hour', 'day'] : ['day'];
};

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(text)) && shift(text, 0) === text;

/** The first and the last day of a period on a day. */
export const spanOf = (period: Exclude<Period, 'custom'>, today: string): [first: string, last: string] => {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const month = today.slice(0, 7);
  const monthBefore = shift(`${month}-01`, -1);
  switch (period) {
    case 'last7days':
      return [shift(today, -6), today];
    case 'today':
      return [today, today];
    case 'yesterday':
      return [shift(today, -1), shift(today, -1)];
    case 'thisWeek':
      return [shift(today, -weekday), today];
    case 'previousWeek':
      return [shift(today, -weekday - 7), shift(today, -weekday - 1)];
    case 'thisMonth':
      return [`${month}-01`, today];
    case 'previousMonth':
      return [`${monthBefore.slice(0, 7)}-01`, monthBefore];
  }
};

/** A date some days later; computed in UTC, where every day has 24 hours. */
const shift = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
