import * as z from 'zod/mini';
import { AppEvent, appEventLimits, type AppRefusal, type AppReport } from '#contract/api/app-stats.ts';
import { dayMs, minuteMs } from '#contract/rules/time.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import {
  applicationOfKey,
  storeBatch,
  recordReport,
  insertEventIds,
  stationsAmong,
  type ReportingApplication,
} from './app-events.repo.ts';
import { mergeSessionDays, sessionDayOf } from './app-sessions.ts';

export type IngestDeps = Pick<Kernel, 'db' | 'clock' | 'secrets'> & { geo: GeoEngine };
type Reported = { key: string; ip: string; events: readonly unknown[] };
type ValidEvent = Extract<ValidatedEvent, { event: unknown }>;

/**
 * Ingests an app's report and replies once it is on disk. An event counts once by its id, in whatever batches and
 * however often it arrives; an invalid event does not affect the others. Refuses with `application.unknownKey` or
 * `account.suspended`.
 */
export const ingestAppEvents = async (deps: IngestDeps, { key, ip, events }: Reported): Promise<AppReport> => {
  const application = (await applicationOfKey(deps.db, key)) ?? refuse('application.unknownKey');
  if (application.suspended) refuse('account.suspended');
  const validated = await validateAll(deps, application, events);
  const valid = validated.flatMap((one) => ('event' in one ? [one] : []));
  const refused = validated.flatMap((one, index) => ('refused' in one ? [{ index, ...one.refused }] : []));
  const accepted = valid.length === 0 ? 0 : await storeEvents(deps, application, valid, ip);
  return { accepted, duplicates: valid.length - accepted, refused };
};

const validateAll = async (
  { db, clock }: IngestDeps,
  { account }: ReportingApplication,
  events: readonly unknown[],
): Promise<ValidatedEvent[]> => {
  const now = clock.now().getTime();
  const named = events.flatMap((event) => stationNamed(event));
  const stations = await stationsAmong(db, account, [...new Set(named)]);
  return events.map((event) => validateAppEvent(event, { stations, now }));
};

const stationNamed = (event: unknown): string[] => {
  if (typeof event !== 'object' || event === null || !('station' in event)) return [];
  return typeof event.station === 'string' && /^s-\w{22}$/.test(event.station) ? [event.station] : [];
};

/** Commits ids together with their events: what is acknowledged is stored, and everything else can be sent again. */
const storeEvents = async (
  deps: IngestDeps,
  application: ReportingApplication,
  valid: readonly ValidEvent[],
  ip: string,
): Promise<number> => {
  const { country } = await deps.geo.locate(ip);
  // Of several events with the same id, the first counts.
  const byId = new Map(valid.toReversed().map((one) => [one.event.id, one]));
  const days = new Map(
    await Promise.all(
      [...byId].map(
        async ([id, one]) => [id, await sessionDayOf(deps.secrets, application.account, { ...one, country })] as const,
      ),
    ),
  );
  const now = deps.clock.now();
  return await deps.db.transaction().execute(async (tx) => {
    const newIds = await insertEventIds(tx, application.id, [...byId.keys()], now);
    const rows = [...days].flatMap(([id, day]) => (newIds.has(id) ? [day] : []));
    if (rows.length > 0) await storeBatch(tx, mergeSessionDays(rows));
    if (rows.length > 0) await recordReport(tx, application, now);
    return rows.length;
  });
};

type EventRefusal = { code: AppRefusal; message: string };
/** The app's time, in ms since the epoch. */
type ValidatedEvent = { event: AppEvent; at: number } | { refused: EventRefusal };

/**
 * Parses one event of a batch, or says why it is rejected: invalid, a station of another account, or a time more than
 * seven days ago or five minutes ahead.
 */
const validateAppEvent = (given: unknown, at: { stations: ReadonlySet<string>; now: number }): ValidatedEvent => {
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
