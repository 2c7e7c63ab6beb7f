import type * as z from 'zod/mini';
import type { Brand } from '#contract/rules/brand.ts';
import { limits } from '#contract/rules/limits.ts';
import {
  hasKind,
  type AccountReport,
  type ReportPlan,
  type ReportSchedule,
  type ReportSchedules,
} from '#contract/api/report-schedule.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import { isoIn, knownZone } from '#server/kernel/time-zone.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import { queueConfirmations } from './confirm-recipients.ts';
import { dueAfter, periodBefore } from './report-clock.ts';
import type { ReportContext } from './report-context.ts';
import {
  earlierAnswers,
  deleteRecipients,
  insertRecipients,
  recordConfirmationRequest,
  readersAmong,
  recipientsOf,
} from './report-recipients.repo.ts';
import { insertMailing, lastMailings, requestedMailingsSince, type LastMailing } from './report-mailings.repo.ts';
import {
  deleteSchedule,
  findSchedule,
  lockContext,
  insertSchedule,
  belongsToContext,
  reportsEmailsOf,
  schedulesOf,
  updateSchedule,
  zoneOf,
  type ScheduleRow,
} from './reports.repo.ts';
import { queueMailings } from './send-report.ts';

export type ReportsDeps = Pick<Kernel, 'db' | 'clock' | 'jobs'> & { brand: Pick<Brand, 'flags'> };
type Plan = z.output<typeof ReportPlan>;
type NewReport = Plan & Partial<Pick<AccountReport, 'kind' | 'podcastKey' | 'stationKey'>>;

const confirmationsPerDay = 3;
const mailingsPerHour = 6;

/**
 * The scheduled reports of the portal, an account (with those of its stations) or a station, and the default recipients
 * of a new one.
 */
export const listReports = async (
  deps: ReportsDeps,
  context: ReportContext,
  who: Person,
): Promise<z.infer<typeof ReportSchedules>> => {
  const rows = await schedulesOf(deps.db, context);
  const ofStation = context.scope === 'station' ? await reportsEmailsOf(deps.db, context.station) : [];
  return {
    timezone: knownZone(await zoneOf(deps.db, context)),
    default_emails: ofStation.length > 0 ? ofStation.slice(0, limits.reportRecipients) : [who.email],
    entities: await present(deps, deps.db, rows),
  };
};

/**
 * Schedules a report of a kind that the brand offers. Recipients who aren't known to have access to the analytics are
 * asked for confirmation. A podcast or station to report on must belong to the account, whatever else the user may see.
 */
export const addReport = async (
  deps: ReportsDeps,
  context: ReportContext,
  who: Person,
  report: NewReport,
): Promise<ReportSchedule> => {
  const { kind = 'streaming', podcastKey, stationKey, ...plan } = report;
  const subject = podcastKey ?? stationKey;
  if (!hasKind(deps.brand.flags, kind)) refuse('report.notOffered');
  if ((podcastKey && kind !== 'podcasts') || (stationKey && kind !== 'app')) refuse('report.otherKind');
  const about = { kind, about_podcast: podcastKey ?? null, about_station: stationKey ?? null };
  const id = await deps.db.transaction().execute(async (tx) => {
    const locked = await lockContext(tx, context);
    if (subject && !(await belongsToContext(tx, context, subject)))
      refuse(podcastKey ? 'podcast.notFound' : 'station.notFound');
    if (locked.reports >= limits.scheduledReports) refuse('report.limit', { max: limits.scheduledReports });
    const zone = stationKey === undefined ? locked.zone : await zoneOf(tx, { scope: 'station', station: stationKey });
    const scheduleId = await insertSchedule(tx, context, { ...planned(deps, plan, zone), ...about }, who.id);
    await addRecipients(deps, tx, context, scheduleId, plan.emails);
    return scheduleId;
  });
  await queueConfirmations(deps);
  return await presentOne(deps, context, id);
};

/** Changes a report's schedule and recipients; addresses that stay keep their confirmation. */
export const changeReport = async (
  deps: ReportsDeps,
  context: ReportContext,
  id: string,
  plan: Plan,
): Promise<ReportSchedule> => {
  await deps.db.transaction().execute(async (tx) => {
    await lockContext(tx, context);
    const row = (await findSchedule(tx, context, id)) ?? refuse('report.notFound');
    const updated = deps.clock.now();
    await updateSchedule(tx, id, { ...planned(deps, plan, row.zone_now), updated });
    await deleteRecipients(tx, id, plan.emails);
    const remaining = new Set((await recipientsOf(tx, [id])).map(({ email }) => email));
    await addRecipients(
      deps,
      tx,
      context,
      id,
      plan.emails.filter((email) => !remaining.has(email)),
    );
  });
  await queueConfirmations(deps);
  return await presentOne(deps, context, id);
};

export const removeReport = async (deps: ReportsDeps, context: ReportContext, id: string): Promise<undefined> => {
  if (!(await findSchedule(deps.db, context, id))) refuse('report.notFound');
  await deleteSchedule(deps.db, id);
};

/**
 * Sends a report right away, for the period it would cover today, a few times an hour at most; its schedule is
 * unchanged.
 */
export const sendReportNow = async (deps: ReportsDeps, context: ReportContext, id: string): Promise<ReportSchedule> => {
  await deps.db.transaction().execute(async (tx) => {
    const row = (await findSchedule(tx, context, id)) ?? refuse('report.notFound');
    if (!row.isActive) refuse('report.inactive');
    if (!hasKind(deps.brand.flags, row.kind)) refuse('report.notOffered');
    const due = deps.clock.now();
    const count = await requestedMailingsSince(tx, id, new Date(due.getTime() - hourMs));
    if (count >= mailingsPerHour) refuse('report.sentOften', { max: mailingsPerHour });
    const period = periodBefore(row.every, knownZone(row.zone_now), due.getTime());
    if (!(await insertMailing(tx, { schedule_id: id, due, planned: due, on_request: true, ...period })))
      refuse('report.nobody');
  });
  await queueMailings(deps);
  return await presentOne(deps, context, id);
};

const planned = ({ clock }: ReportsDeps, { every, weekday, hour }: Plan, zone: string) => {
  const next = new Date(dueAfter({ every, weekday, hour }, knownZone(zone), clock.now().getTime()));
  return { every, weekday, hour, zone, next };
};

/**
 * Users with access, and addresses that confirmed another report of the account, are confirmed at once; an address that
 * unsubscribed must always confirm again.
 */
const addRecipients = async (
  { clock }: ReportsDeps,
  tx: Tx,
  context: ReportContext,
  schedule: string,
  addresses: readonly string[],
): Promise<void> => {
  const emails = [...new Set(addresses)];
  if (emails.length === 0) return;
  const readers = await readersAmong(tx, context, emails);
  const answers = await earlierAnswers(tx, context, emails);
  const has = (email: string, state: string) => answers.some((one) => one.email === email && one.state === state);
  const rows = emails.map((email) => {
    const isConfirmed = !has(email, 'unsubscribed') && (readers.has(email) || has(email, 'confirmed'));
    // A user with access receives reports because of that access, and only while it lasts.
    const confirmed_by_email = isConfirmed && !readers.has(email);
    return { email, confirmed_by_email, state: isConfirmed ? ('confirmed' as const) : ('asked' as const) };
  });
  const now = clock.now();
  const bound = { since: new Date(now.getTime() - dayMs), most: confirmationsPerDay };
  for (const { email, state } of rows)
    if (state === 'asked' && !(await recordConfirmationRequest(tx, email, now, bound)))
      refuse('report.askedOften', { email });
  await insertRecipients(tx, schedule, rows);
};

const presentOne = async (deps: ReportsDeps, context: ReportContext, id: string): Promise<ReportSchedule> => {
  const row = (await findSchedule(deps.db, context, id)) ?? refuse('report.notFound');
  const [one] = await present(deps, deps.db, [row]);
  return one ?? refuse('report.notFound');
};

const present = async (deps: ReportsDeps, db: Db, rows: readonly ScheduleRow[]): Promise<ReportSchedule[]> => {
  const ids = rows.map(({ id }) => id);
  const recipients = await recipientsOf(db, ids);
  const last = await lastMailings(db, ids);
  const now = deps.clock.now().getTime();
  return rows.map((row) => {
    const { id, kind, station_key, name, about_name, every, weekday, hour, by } = row;
    const zone = knownZone(row.zone_now);
    const own = recipients.filter(({ schedule_id }) => schedule_id === id);
    const isSent = row.isActive && hasKind(deps.brand.flags, kind) && own.some(({ may_get }) => may_get);
    const about = row.about_podcast ?? row.about_station;
    const sending = last.get(id);
    return {
      ...{ id, kind, station_key, name, every, weekday, hour, by, timezone: zone },
      scope: station_key ? ('station' as const) : row.account_key ? ('account' as const) : ('portal' as const),
      about: about === null ? null : { key: about, name: about_name ?? '' },
      recipients: own.map(({ email, state, may_get }) => ({
        email,
        state: state === 'confirmed' && !may_get ? 'noAccess' : state,
      })),
      next: isSent ? isoIn(zone, dueAfter(row, zone, now)) : null,
      last: sending ? presentSending(sending, zone) : null,
    };
  });
};

const presentSending = (
  { due, from_date, to_date, sent, failed, ended, reasons }: LastMailing,
  zone: string,
): ReportSchedule['last'] => ({
  ...{ from_date, to_date, sent, failed, reasons },
  at: isoIn(zone, due.getTime()),
  open: ended === null,
});
