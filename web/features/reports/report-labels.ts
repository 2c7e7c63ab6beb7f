import { brand } from '#brand/brand.ts';
import { hasKind, type ReportKind, type ReportSchedule } from '#contract/api/report-schedule.ts';
import { clockTime } from '#web/lib/format.ts';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** `7:00 AM` */
export const hourName = (hour: number): string => clockTime(`T${String(hour).padStart(2, '0')}:00`);

/** `Every Monday at 7:00 AM` */
export const scheduleText = ({ every, weekday, hour }: Pick<ReportSchedule, 'every' | 'weekday' | 'hour'>): string => {
  const days = {
    day: 'Every day',
    week: `Every ${weekdays[weekday - 1] ?? 'week'}`,
    month: 'On the first of the month',
  };
  return `${days[every]} at ${hourName(hour)}`;
};

/** The period a report covers. */
export const periodTexts = {
  day: 'Covers the previous day, compared with the day before',
  week: 'Covers the previous seven days, compared with the seven days before',
  month: 'Covers the previous month, compared with the same number of days before',
} as const;

/** The names of the reports, after their pages. */
export const kindNames: Record<ReportKind, string> = {
  streaming: 'Streaming',
  podcasts: brand.wording.Podcasts,
  ctl: 'Call-in',
  app: 'App',
  campaign: 'Campaigns',
};

/** The default subject of an account's report. */
export const defaultSubject = (kind: ReportKind): string =>
  kind === 'campaign' ? 'All campaigns' : kind === 'podcasts' ? `All ${brand.wording.podcasts}` : 'All stations';

/** The subject of a report. */
export const subjectOf = ({ scope, name, kind, about }: ReportSchedule): string => {
  if (scope === 'portal') return 'The whole portal';
  if (scope === 'station') return name;
  // A podcast or station that moved to another account has no name here.
  if (about?.name === '') return `One of its ${kind === 'podcasts' ? brand.wording.podcasts : 'stations'} (${name})`;
  return about ? `${about.name} (${name})` : `${name} (${defaultSubject(kind).toLowerCase()})`;
};

/** Why a report is not sent. */
export const notSentReason = ({ kind, recipients }: ReportSchedule): string => {
  if (!hasKind(brand.flags, kind)) return 'these statistics are no longer available';
  if (recipients.some(({ state }) => state === 'confirmed')) return 'it is suspended';
  return recipients.some(({ state }) => state === 'noAccess')
    ? 'no recipient has access any more'
    : 'no recipient has confirmed yet';
};
