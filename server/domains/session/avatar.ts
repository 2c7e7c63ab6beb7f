import { deleteImage, storeImage } from '#server/platform/images.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { swapAvatar } from './session.repo.ts';
import type { SessionDeps } from './session.service.ts';

const shape = { width: 256, height: 256, fit: 'cover' } as const;

/** Replaces the person's avatar with the centre of this image and deletes the previous one. */
export const setAvatar = async (deps: SessionDeps, who: Person, path: string): Promise<void> => {
  const name = await storeImage(deps, 'avatar', path, shape);
  try {
    await deleteImage(deps, await swapAvatar(deps.db, who.id, name, deps.clock.now()));
  } catch (error) {
    await deleteImage(deps, name);
    throw error;
  }
};

export const removeAvatar = async (deps: SessionDeps, who: Person): Promise<void> =>
  deleteImage(deps, await swapAvatar(deps.db, who.id, null, deps.clock.now()));
