import type { StationKey } from '#contract/rules/keys.ts';
import type { EngineSync } from '#server/domains/playout/playout.events.ts';
import { sendPersonalEmails, type PersonalEmails } from '#server/domains/portal/personal-emails.service.ts';
import type {} from '#server/platform/lifecycle.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { findPrompt } from './line.repo.ts';
import { checkPlans } from './lost-plan.ts';
import { takeNumbers } from './numbers.repo.ts';
import { promptFiles } from './prompt.ts';
import { telephonyState } from './telephony-engine.ts';
import { lineEmail, removePromptFiles, type FormerPrompt } from './telephony.events.ts';
import { forgetLimitEmails, watchLimits } from './watch-limits.ts';

const engineMs = 3000;

/**
 * Sends the e-mails about phone numbers, and clears purged stations: their numbers rest. The outbox may call twice: each e-mail has an ID of its own, by which it is queued once.
 */
export const subscribeTelephony = (
  kernel: Pick<Kernel, 'db' | 'clock' | 'events' | 'hooks' | 'jobs' | 'mail' | 'storage'>,
): void => {
  kernel.events.on(lineEmail, (payload) => sendPersonalEmails(kernel.mail, payload as PersonalEmails));
  kernel.hooks.on('station.purged', async ({ stations }) => {
    await takeNumbers(kernel.db, stations, kernel.clock.now());
    for (const station of stations) await removePromptOf(kernel, station);
  });
};

const removePromptOf = async ({ db, storage }: Pick<Kernel, 'db' | 'storage'>, station: StationKey): Promise<void> => {
  const prompt = await findPrompt(db, station);
  if (!prompt) return;
  await removeFiles(storage, station, prompt.revision);
  await db.deleteFrom('welcome_prompts').where('station_key', '=', station).execute();
};

const removeFiles = async (storage: Kernel['storage'], station: StationKey, revision: number): Promise<void> => {
  for (const file of Object.values(promptFiles(station, revision))) await storage.remove(file);
};

/** Removes the files of former prompts once the engine has the new ones, and checks plans every morning. */
export const workTelephony = async (
  kernel: Pick<Kernel, 'db' | 'clock' | 'config' | 'events' | 'fleet' | 'jobs' | 'log' | 'storage'>,
  engine: Pick<EngineSync, 'deliver'>,
): Promise<void> => {
  const options = { concurrency: 1, retries: 20, expireS: 120, givenUp: 'listed' } as const;
  await kernel.jobs.work(removePromptFiles, options, async (data) => {
    const { station, revision } = data as FormerPrompt;
    if ((await findPrompt(kernel.db, station))?.revision === revision) return;
    await engine.deliver(station, engineMs);
    await removeFiles(kernel.storage, station, revision);
  });
  await kernel.jobs.every('telephony.checkPlans', '40 4 * * *', async () => {
    await checkPlans(kernel);
    await forgetLimitEmails(kernel);
  });
  await kernel.jobs.every('telephony.watchLimits', '* * * * *', async () => {
    // An engine that is away refuses no calls, and the page of the lines says that it is.
    const state = await telephonyState(kernel.fleet).catch(() => undefined);
    if (state) await watchLimits(kernel, state);
  });
};
