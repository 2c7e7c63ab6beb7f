import type { ReportSchedule } from '#contract/report-schedule.ts';
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
