import { sql } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { SiteImage } from '#contract/api/site.ts';
import { dayMs } from '#contract/rules/time.ts';
import { lockAccount } from '#server/domains/accounts/accounts.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { deleteImage, imageKey, type ImagesDeps } from '#server/platform/images.ts';
import { fileOfWidth, imageWidths } from './image-files.ts';
import { imagesIn } from './site-refs.ts';

type Deps = Pick<Kernel, 'db' | 'clock'> & ImagesDeps;

/** Stores an uploaded image in three widths. Refuses with `site.tooManyImages`, and what is no image. */
export const addSiteImage = async (deps: Deps, account: AccountKey, path: string): Promise<SiteImage> => {
  if ((await countImages(deps.db, account)) >= limits.siteImages)
    refuse('site.tooManyImages', { max: limits.siteImages });
  const name = `site-${randomLetters(22)}.webp`;
  let size = { width: 0, height: 0 };
  for (const width of imageWidths) {
    const { data, ...made } = await deps.images.reencode(path, { width, height: width * 2, fit: 'contain' });
    await deps.storage.put(imageKey(fileOfWidth(name, width)), data, 'image/webp');
    if (width === imageWidths[0]) size = made;
  }
  try {
    await deps.db.transaction().execute(async (tx) => {
      if (!(await lockAccount(tx, account))) refuse('account.notFound');
      if ((await countImages(tx, account)) >= limits.siteImages)
        refuse('site.tooManyImages', { max: limits.siteImages });
      const row = { name, account_key: account, ...size, created: deps.clock.now() };
      await tx.insertInto('site_images').values(row).execute();
    });
  } catch (error) {
    await deleteFiles(deps, name);
    throw error;
  }
  return { name, url: `/images/${name}`, ...size };
};

/** Deletes the images of an account: files before their rows. */
export const deleteSiteImages = async (deps: Pick<Kernel, 'db' | 'storage'>, account: AccountKey): Promise<void> => {
  const rows = await deps.db.selectFrom('site_images').select('name').where('account_key', '=', account).execute();
  await deleteAll(
    deps,
    rows.map(({ name }) => name),
  );
};

/** Deletes the images that no draft, published site or version has shown for a day. */
export const deleteUnusedImages = async (deps: Pick<Kernel, 'db' | 'storage' | 'clock'>): Promise<void> => {
  const before = new Date(deps.clock.now().getTime() - dayMs);
  const accounts = await deps.db
    .selectFrom('site_images')
    .select('account_key')
    .distinct()
    .where('created', '<', before)
    .execute();
  for (const { account_key } of accounts) {
    const [old, used] = await Promise.all([
      deps.db
        .selectFrom('site_images')
        .select('name')
        .where('account_key', '=', account_key)
        .where('created', '<', before)
        .execute(),
      usedImages(deps.db, account_key),
    ]);
    await deleteAll(
      deps,
      old.map(({ name }) => name).filter((name) => !used.has(name)),
    );
  }
};

const countImages = async (db: Pick<Db, 'selectFrom'>, account: AccountKey): Promise<number> => {
  const { count } = await db
    .selectFrom('site_images')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_key', '=', account)
    .executeTakeFirstOrThrow();
  return count;
};

const usedImages = async (db: Db, account: AccountKey): Promise<Set<string>> => {
  const [sites, versions] = await Promise.all([
    db.selectFrom('sites').select(['draft', 'published']).where('account_key', '=', account).execute(),
    db.selectFrom('site_versions').select('content').where('account_key', '=', account).execute(),
  ]);
  const contents = [
    ...sites.flatMap(({ draft, published }) => (published ? [draft, published] : [draft])),
    ...versions.map(({ content }) => content),
  ];
  return new Set(contents.flatMap(imagesIn));
};

const deleteAll = async (deps: Pick<Kernel, 'db' | 'storage'>, names: readonly string[]): Promise<void> => {
  for (const name of names) await deleteFiles(deps, name);
  if (names.length > 0) await deps.db.deleteFrom('site_images').where('name', 'in', names).execute();
};

const deleteFiles = async (deps: Pick<Kernel, 'storage'>, name: string): Promise<void> => {
  for (const width of imageWidths) await deleteImage(deps, fileOfWidth(name, width));
};
