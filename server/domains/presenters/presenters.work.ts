import { deleteImage } from '#server/platform/images.ts';
import type {} from '#server/platform/lifecycle.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { deletePresentersOf, picturesOfPresenters } from './presenters.repo.ts';

/**
 * Removes the pictures of purged stations' presenters. A station that moves to another account moves without its presenters,
 * as their passwords belong to people of the former one.
 */
export const subscribePresenters = ({ db, hooks, storage }: Pick<Kernel, 'db' | 'hooks' | 'storage'>): void => {
  hooks.on('station.purged', async ({ stations }) => {
    for (const name of await picturesOfPresenters(db, stations)) await deleteImage({ storage }, name);
  });
  hooks.on('station.transferred', async ({ tx, station }) => {
    await deletePresentersOf(tx, [station]);
  });
};
