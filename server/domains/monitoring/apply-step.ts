import type { StationKey } from '#contract/rules/keys.ts';
import type { AlertKind, MonitoringSettings } from '#contract/api/station-profile.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { OpenAlert, Step } from './decide-step.ts';
import { confirmedAmong } from './alert-recipients.repo.ts';
import { sendEmailJob } from './monitoring.events.ts';
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

type Deps = Pick<Kernel, 'db' | 'clock' | 'jobs'>;
type About = { station: StationKey; kind: AlertKind; settings: MonitoringSettings };

/** The maximum number of fault notifications per station and day. */
const maxNotificationsPerDay = 20;

/**
 * Applies a step to an alert and creates its e-mails, in one transaction, so that each is sent exactly once. Returns whether the alert now
 * differs where members see it: opened, ended, or counted again.
 */
export const applyStep = async (
  deps: Deps,
  about: About,
  alert: OpenAlert | undefined,
  step: Step,
): Promise<boolean> => {
  if (step.step === 'open') return await open(deps, about, step.began);
  if (!alert) return false;
  if (step.step === 'recover' || step.step === 'falter') {
    const isCounted = step.step === 'falter' && step.again;
    await setRecovering(deps.db, alert.id, step.step === 'recover' ? step.since : null, isCounted);
    return isCounted;
  }
  const now = deps.clock.now();
  return await deps.db.transaction().execute(async (tx) => {
    const ended = await endAlert(tx, alert.id, step.step === 'close' ? 'recovered' : 'stopped', now);
    // No e-mail if the station was taken off the air deliberately.
    if (ended && step.step === 'close' && (await wasNotified(tx, ended.id)))
      await notify(deps, tx, ended, 'ended', about.settings.emails);
    return ended !== undefined;
  });
};

const open = async (deps: Deps, { station, kind, settings }: About, began: Date): Promise<boolean> => {
  const now = deps.clock.now().getTime();
  return await deps.db.transaction().execute(async (tx) => {
    const reopened = await reopenAlert(tx, station, kind, new Date(now - settings.repeat_minutes * 60_000));
    const alert = reopened ?? (await insertAlert(tx, station, kind, began));
    if (alert && (await notificationsSince(tx, station, new Date(now - dayMs))) < maxNotificationsPerDay)
      await notify(deps, tx, alert, reopened ? 'again' : 'began', settings.emails);
    return alert !== undefined;
  });
};

const notify = async (
  deps: Deps,
  tx: Tx,
  { id, station_key, count }: AlertRow,
  about: 'began' | 'again' | 'ended',
  emails: readonly string[],
): Promise<void> => {
  const fields = { station_key, alert_id: id, about, round: count, created: deps.clock.now() };
  const ids = await insertEmails(tx, fields, await confirmedAmong(tx, station_key, emails));
  for (const emailId of ids) await sendEmailJob(deps, tx, emailId);
};
