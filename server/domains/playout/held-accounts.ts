import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import { touchStationsOf } from './playout.service.ts';

/** Sends a held account's stations to the engine again, which takes them off the air, and back when it is no longer held. */
export const subscribeHolds = (kernel: Pick<Kernel, 'hooks'>): void =>
  kernel.hooks.on('account.holdChanged', ({ tx, account }) => touchStationsOf(tx, account));
