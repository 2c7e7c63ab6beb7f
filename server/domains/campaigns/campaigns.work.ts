import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import { adPlanChanged, announcePlan, renderJob, sendRender } from './campaigns.events.ts';
import { creativesWithout, unprepared } from './creatives/creatives.repo.ts';
import { clearCreatives, removeUnused } from './creatives/remove-creatives.ts';
import { leaveStations } from './leave-stations.repo.ts';
import { failCreative, renderCreative, type RenderDeps } from './creatives/render-creative.ts';

const hour = 3600;
const everyHour = '37 * * * *';
const everyNight = '47 3 * * *';

/**
 * Turns stream formats that no spot has yet into jobs; removes the audio of purged accounts. Called
 * in the process that delivers the outbox, before it starts.
 */
export const subscribeCampaigns = (
  kernel: Pick<Kernel, 'db' | 'clock' | 'events' | 'hooks' | 'jobs' | 'storage'>,
): void => {
  const { db, events, hooks } = kernel;
  hooks.on('account.purged', ({ account }) => clearCreatives(kernel, account));
  hooks.on('station.purged', ({ stations }) => leaveStations(db, stations));
  hooks.on('station.transferred', async ({ tx, station, account }) => {
    await leaveStations(tx, [station], account);
    await announcePlan(events, tx);
  });
  for (const topic of [adPlanChanged, 'station.changed'])
    events.onAny(topic, async () => {
      for (const id of await creativesWithout(db, kernel.clock.now())) await sendRender(kernel, id);
    });
};

/** Prepares spots in this process, one at a time; requeues those of a killed process and those that lack a format. */
export const workCampaigns = async (deps: RenderDeps & Pick<Kernel, 'jobs' | 'clock'>): Promise<void> => {
  const givenUp = ({ creative }: Record<string, unknown>) =>
    failCreative(deps, String(creative), new Refusal('campaign.audioFailed', {}, {}));
  await deps.jobs.work(renderJob, { concurrency: 1, retries: 3, expireS: hour, givenUp }, ({ creative }) =>
    renderCreative(deps, String(creative)),
  );
  const requeue = async (): Promise<void> => {
    const waiting = [...(await unprepared(deps.db)), ...(await creativesWithout(deps.db, deps.clock.now()))];
    for (const id of new Set(waiting)) await sendRender(deps, id);
  };
  await deps.jobs.every('campaigns.requeue', everyHour, requeue);
  await deps.jobs.every('campaigns.removeUnused', everyNight, () => removeUnused(deps));
  await requeue();
};
