import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import { announcePlan } from '../campaigns.events.ts';
import { resetAds } from './station-ads.repo.ts';

/** A station that moves to another account has its audio ads switched off, as that account has not accepted the agreement. */
export const subscribeStationAds = ({ hooks, events, clock }: Pick<Kernel, 'hooks' | 'events' | 'clock'>): void =>
  hooks.on('station.transferred', async ({ tx, station }) => {
    await resetAds(tx, station, clock.now());
    await announcePlan(events, tx);
  });
