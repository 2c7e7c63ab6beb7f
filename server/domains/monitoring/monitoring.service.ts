import type { StationKey } from '#contract/rules/keys.ts';
import type { InboxAlert, StationAlert } from '#contract/api/monitoring.ts';
import { mayDo, type Role } from '#contract/rules/permissions.ts';
import { monitoringOf } from '#contract/api/station-profile.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { dayMs } from '#contract/rules/time.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { confirmedAmong } from './alert-recipients.repo.ts';
import { requestConfirmations } from './confirm-recipients.ts';
import { sendEmailJob } from './monitoring.events.ts';
import { alertsOfMember, insertEmails, latestAlerts, monitoringSettings, testsSince } from './monitoring.repo.ts';

const maxAlerts = 50;
const maxTests = 5;
const testsWithinMs = 600_000;

/** The last alerts of a station, latest first, and the addresses that have not confirmed yet. */
export const listAlerts = async (
  { db }: Pick<Kernel, 'db'>,
  key: StationKey,
  roles: readonly Role[],
): Promise<{ alerts: StationAlert[]; waiting: string[] }> => {
  const rows = await latestAlerts(db, key, maxAlerts);
  // Staff don't see recipients.
  const isShown = mayDo('station.readSettings', roles);
  const emails = isShown ? monitoringOf((await monitoringSettings(db, key)) ?? {}).emails : [];
  return {
    waiting: without(emails, await confirmedAmong(db, key, emails)),
    alerts: rows.map(({ id, kind, began, ended, outcome, count, letters }) => ({
      id,
      kind,
      began: began.toISOString(),
      ended: ended?.toISOString() ?? null,
      outcome,
      count,
      letters: Number(letters),
    })),
  };
};

/** The alerts of the stations a person is a member of, also by their account: open ones, then those of the last 30 days. */
export const listOwnAlerts = async (
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  who: Person,
  withPast: boolean,
): Promise<InboxAlert[]> => {
  const since = new Date(clock.now().getTime() - (withPast ? keptDays : inboxDays) * dayMs);
  return (await alertsOfMember(db, who.id, since, withPast ? maxPast : maxAlerts)).map(
    ({ station_key, account_key, name, began, ended, ...alert }) => ({
      ...{ ...alert, began: began.toISOString(), ended: ended?.toISOString() ?? null },
      station: { key: station_key, account_key, name },
    }),
  );
};
const inboxDays = 30;
/** Alerts are deleted after a year. */
const keptDays = 366;
const maxPast = 200;

/**
 * Sends a test alert to all confirmed addresses of a station, even if monitoring is off, and asks the others
 * (`waiting`) to confirm. Refuses if there is no address.
 */
export const sendTestAlert = async (
  deps: Pick<Kernel, 'db' | 'clock' | 'jobs'>,
  key: StationKey,
): Promise<{ emails: string[]; waiting: string[] }> => {
  const sent = await createTest(deps, key);
  await requestConfirmations(deps, key, sent.waiting);
  return sent;
};

const createTest = async (deps: Pick<Kernel, 'db' | 'jobs' | 'clock'>, key: StationKey) =>
  await deps.db.transaction().execute(async (tx) => {
    const settings = (await monitoringSettings(tx, key)) ?? refuse('station.notFound');
    const { emails: all } = monitoringOf(settings);
    const emails = await confirmedAmong(tx, key, all);
    if (all.length === 0) refuse('monitoring.noAddress');
    const since = new Date(deps.clock.now().getTime() - testsWithinMs);
    if ((await testsSince(tx, key, since)) >= maxTests) refuse('monitoring.tooManyTests');
    const test = { station_key: key, alert_id: null, about: 'test', round: 0, created: deps.clock.now() } as const;
    const ids = await insertEmails(tx, test, emails);
    for (const id of ids) await sendEmailJob(deps, tx, id);
    return { emails, waiting: without(all, emails) };
  });

const without = (all: readonly string[], some: readonly string[]): string[] => all.filter((one) => !some.includes(one));
