import type { StationKey } from '#contract/keys.ts';
import type { AlertKind, MonitoringSettings } from '#contract/station-profile.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { dayMs } from '#contract/time.ts';
import type { OpenAlert, Step } from './decide-step.ts';
import { confirmedAmong } from './alert-recipients.repo.ts';
import { emitEmailRequested } from './monitoring.events.ts';
import {
  endAlert,
  insertAlert,
  insertEmails,
  notificationsSince,
  reopenAlert,
  setRecovering,
  wasNotified,
  type AlertRow,
} from './monitoring.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events'>;
type About = { station: StationKey; kind: AlertKind; settings: MonitoringSettings };

/** The maximum number of fault notifications per station and day. */
const maxNotificationsPerDay = 20;

/** Applies a step to an alert and creates its e-mails, in one transaction, so that each is sent exactly once. */
export const applyStep = async (deps: Deps, about: About, alert: OpenAlert | undefined, step: Step): Promise<void> => {
  if (step.step === 'open') return await open(deps, about, step.began);
  if (!alert) return;
  if (step.step === 'recover') return await setRecovering(deps.db, alert.id, step.since);
  if (step.step === 'falter') return await setRecovering(deps.db, alert.id, null, step.again);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    const ended = await endAlert(tx, alert.id, step.step === 'close' ? 'recovered' : 'stopped', now);
    // No e-mail if the station was taken off the air deliberately.
    if (ended && step.step === 'close' && (await wasNotified(tx, ended.id)))
      await notify(deps, tx, ended, 'ended', about.settings.emails);
  });
};

const open = async (deps: Deps, { station, kind, settings }: About, began: Date): Promise<void> => {
  const now = deps.clock.now().getTime();
  await deps.db.transaction().execute(async (tx) => {
    const reopened = await reopenAlert(tx, station, kind, new Date(now - settings.repeat_minutes * 60_000));
    const alert = reopened ?? (await insertAlert(tx, station, kind, began));
    if (!alert || (await notificationsSince(tx, station, new Date(now - dayMs))) >= maxNotificationsPerDay) return;
    await notify(deps, tx, alert, reopened ? 'again' : 'began', settings.emails);
  });
};

const notify = async (
  { events, clock }: Deps,
  tx: Tx,
  { id, station_key, count }: AlertRow,
  about: 'began' | 'again' | 'ended',
  emails: readonly string[],
): Promise<void> => {
  const fields = { station_key, alert_id: id, about, round: count, created: clock.now() };
  const ids = await insertEmails(tx, fields, await confirmedAmong(tx, station_key, emails));
  for (const emailId of ids) await emitEmailRequested(events, tx, emailId);
};
