import { brand } from '#brand/brand.ts';
import { hasKind, type ReportKind, type ReportSchedule } from '#contract/report-schedule.ts';
import { clockTime } from '#web/lib/format.ts';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** `7:00 AM` */
export const hourName = (hour: number): string => clockTime(`T${String(hour).padStart(2, '0')}:00`);

/** `Every Monday at 7:00 AM` */
export const rhythmWords = ({ every, weekday, hour }: Pick<ReportSchedule, 'every' | 'weekday' | 'hour'>): string => {
  const days = {
    day: 'Every day',
    week: `Every ${weekdays[weekday - 1] ?? 'week'}`,
    month: 'On the first of the month',
  };
  return `${days[every]} at ${hourName(hour)}`;
};

/** What a report tells of. */
export const tellsOf = {
  day: 'The day before, beside the day before that',
  week: 'The seven days before, beside those before them',
  month: 'The month before, beside as many days before it',
} as const;

/** The reports by the names of their pages. */
export const kindNames: Record<ReportKind, string> = {
  streaming: 'Streaming',
  podcasts: brand.wording.Podcasts,
  ctl: 'Call-in',
  app: 'App',
};

/** All that a report of an account may be of. */
export const allOf = (kind: ReportKind): string =>
  kind === 'podcasts' ? `All ${brand.wording.podcasts}` : 'All stations';

/** What a report is of. */
export const subjectOf = ({ scope, name, kind, about }: ReportSchedule): string => {
  if (scope === 'portal') return 'The whole portal';
  if (scope === 'station') return name;
  // What went to another account has no name here any more.
  if (about?.name === '') return `One of its ${kind === 'podcasts' ? brand.wording.podcasts : 'stations'} (${name})`;
  return about ? `${about.name} (${name})` : `${name} (${allOf(kind).toLowerCase()})`;
};

/** Why a report is not mailed. */
export const whyNot = ({ kind, recipients }: ReportSchedule): string => {
  if (!hasKind(brand.flags, kind)) return 'these statistics are not part of the portal any more';
  if (recipients.some(({ state }) => state === 'confirmed')) return 'it is suspended';
  return recipients.some(({ state }) => state === 'noAccess')
    ? 'nobody who gets it may read it any more'
    : 'nobody has agreed to it yet';
};
