import type { StationKey } from '#contract/keys.ts';
import type { StationAlert } from '#contract/monitoring.ts';
import { monitoringOf } from '#contract/station-profile.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { tellOrdered } from './monitoring.events.ts';
import { insertLetters, latestAlerts, monitoringSettings, testsSince } from './monitoring.repo.ts';

const mostAlerts = 50;
const mostTests = 5;
const testsWithinMs = 600_000;

/** The last alerts of a station, the latest first. */
export const listAlerts = async ({ db }: Pick<Kernel, 'db'>, key: StationKey): Promise<{ alerts: StationAlert[] }> => {
  const rows = await latestAlerts(db, key, mostAlerts);
  return {
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

/** Writes a test alert to every e-mail of a station, on or off; refuses where there is none. */
export const sendTestAlert = async (
  { db, events, clock }: Pick<Kernel, 'db' | 'events' | 'clock'>,
  key: StationKey,
): Promise<{ emails: string[] }> =>
  await db.transaction().execute(async (tx) => {
    const kept = (await monitoringSettings(tx, key)) ?? refuse('station.notFound');
    const { emails } = monitoringOf(kept);
    if (emails.length === 0) refuse('monitoring.noAddress');
    const since = new Date(clock.now().getTime() - testsWithinMs);
    if ((await testsSince(tx, key, since)) >= mostTests) refuse('monitoring.tooManyTests');
    const test = { station_key: key, alert_id: null, about: 'test', round: 0, created: clock.now() } as const;
    const letters = await insertLetters(tx, test, emails);
    for (const letter of letters) await tellOrdered(events, tx, letter);
    return { emails };
  });
