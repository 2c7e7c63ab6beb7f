import type { FastifyReply } from 'fastify';
import type { Account } from '#contract/api/accounts.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { deleteImage, imageKey, storeImage, logoVersion, type ImagesDeps } from '#server/platform/images.ts';
import type { Person, RawResult } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { updateAccountRow, lockAccount, logoOf } from './accounts.repo.ts';
import { getAccount } from './accounts.service.ts';

type Deps = Pick<Kernel, 'db' | 'clock'> & ImagesDeps;

const shape = { width: 512, height: 512, fit: 'contain' } as const;

/** Replaces an account's logo with the uploaded picture, and deletes the old file. */
export const setLogo = async (deps: Deps, key: AccountKey, path: string, who: Person): Promise<Account> => {
  const name = await storeImage(deps, 'logo', path, shape);
  try {
    await replaceLogo(deps, key, name);
  } catch (error) {
    await deleteImage(deps, name);
    throw error;
  }
  return await getAccount(deps.db, key, who);
};

/** Removes an account's logo; idempotent. */
export const removeLogo = async (deps: Omit<Deps, 'images'>, key: AccountKey, who: Person): Promise<Account> => {
  await replaceLogo(deps, key, null);
  return await getAccount(deps.db, key, who);
};

const replaceLogo = async (deps: Omit<Deps, 'images'>, key: AccountKey, logo: string | null): Promise<void> => {
  const old = await deps.db.transaction().execute(async (tx) => {
    const before = (await lockAccount(tx, key)) ?? refuse('account.notFound');
    await updateAccountRow(tx, key, { logo, updated: deps.clock.now() });
    return before.logo;
  });
  await deleteImage(deps, old);
};

/**
 * Serves an account's logo publicly; refuses with `image.notFound` without one. A URL with the current version may be
 * cached forever, any other must be revalidated.
 */
export const serveLogo = async (
  { db, storage }: Pick<Kernel, 'db' | 'storage'>,
  key: AccountKey,
  version: string | undefined,
  reply: FastifyReply,
): Promise<RawResult<{ raw: 'binary'; type: string }>> => {
  const logo = (await logoOf(db, key)) ?? refuse('image.notFound');
  const size = (await storage.size(imageKey(logo))) ?? refuse('image.notFound');
  const isCurrent = version === logoVersion(logo);
  reply.header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'public, no-cache');
  return { stream: await storage.read(imageKey(logo)), size, etag: logo };
};
