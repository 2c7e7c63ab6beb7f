import type { Presenter } from '#contract/api/presenters.ts';
import { clockOf } from '#contract/rules/week.ts';
import { clockTime } from '#web/lib/format.ts';
import { formatWeekDays } from '#web/lib/week-days.ts';

/** The hours of a presenter: `Weekdays 8:00 PM–10:00 PM`, one entry for each; empty at any time. */
export const formatWindows = (windows: Presenter['windows']): string[] =>
  windows.map(({ days, from, to }) => `${formatWeekDays(days)} ${timeOf(from)}–${timeOf(to)}`);

const timeOf = (minutes: number): string => clockTime(`T${clockOf(minutes % 1440)}`);
