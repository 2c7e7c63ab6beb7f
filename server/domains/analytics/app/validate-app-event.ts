import * as z from 'zod/mini';
import { AppEvent, appEventLimits, type AppRefusal } from '#contract/api/app-stats.ts';
import { dayMs, minuteMs } from '#contract/rules/time.ts';

export type EventRefusal = { code: AppRefusal; message: string };
/** The app's time, in ms since the epoch. */
export type ValidatedEvent = { event: AppEvent; at: number } | { refused: EventRefusal };

/**
 * Parses one event of a batch, or says why it is rejected: invalid, a station of another account, or a time more than
 * seven days ago or five minutes ahead.
 */
export const validateAppEvent = (
  given: unknown,
  at: { stations: ReadonlySet<string>; now: number },
): ValidatedEvent => {
  const parsed = z.safeParse(AppEvent, given);
  if (!parsed.success) return reject('invalid', issueText(parsed.error));
  const event = parsed.data;
  const time = Date.parse(event.at);
  if (Number.isNaN(time)) return reject('invalid', 'at: Not an ISO 8601 time with a time zone.');
  if (!at.stations.has(event.station)) return reject('unknownStation', 'The account has no such station.');
  if (time < at.now - appEventLimits.oldestDays * dayMs)
    return reject('tooOld', `It is more than ${String(appEventLimits.oldestDays)} days old.`);
  if (time > at.now + appEventLimits.aheadMinutes * minuteMs)
    return reject('inFuture', `It is more than ${String(appEventLimits.aheadMinutes)} minutes in the future.`);
  return { event: { ...event, id: event.id.toLowerCase(), session: event.session.toLowerCase() }, at: time };
};

const reject = (code: AppRefusal, message: string): ValidatedEvent => ({ refused: { code, message } });

const issueText = (error: z.core.$ZodError): string => {
  const [issue] = error.issues;
  if (!issue) return 'Not an event.';
  const path = issue.path.map(String).join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
};
