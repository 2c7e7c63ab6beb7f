import * as z from 'zod/mini';
import { AppEvent, appEventBounds, type AppRefusal } from '#contract/app-stats.ts';

export type Refused = { code: AppRefusal; message: string };
/** A moment of the application's clock, in ms since the epoch. */
export type Judged = { event: AppEvent; at: number } | { refused: Refused };

const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * Reads one event of a batch, or says why it isn't taken: its form, a station that isn't the account's, a time of more
 * than seven days ago or five minutes ahead.
 */
export const judgeAppEvent = (given: unknown, at: { stations: ReadonlySet<string>; now: number }): Judged => {
  const parsed = z.safeParse(AppEvent, given);
  if (!parsed.success) return refused('invalid', problemOf(parsed.error));
  const event = parsed.data;
  const moment = Date.parse(event.at);
  if (Number.isNaN(moment)) return refused('invalid', 'at: Not an ISO 8601 time with a time zone.');
  if (!at.stations.has(event.station)) return refused('unknownStation', 'The account has no such station.');
  if (moment < at.now - appEventBounds.oldestDays * dayMs)
    return refused('tooOld', `It is more than ${String(appEventBounds.oldestDays)} days old.`);
  if (moment > at.now + appEventBounds.aheadMinutes * minuteMs)
    return refused('inFuture', `It is more than ${String(appEventBounds.aheadMinutes)} minutes ahead.`);
  return { event: { ...event, id: event.id.toLowerCase(), session: event.session.toLowerCase() }, at: moment };
};

const refused = (code: AppRefusal, message: string): Judged => ({ refused: { code, message } });

const problemOf = (error: z.core.$ZodError): string => {
  const [issue] = error.issues;
  if (!issue) return 'It is not an event.';
  const path = issue.path.map(String).join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
};
