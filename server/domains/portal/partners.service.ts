import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { ChangedPartner, NewPartner, Partner } from '#contract/portal.ts';
import type { UploadedFile } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { deleteImage, imageUrl, storeImage, type ImagesDeps } from '#server/platform/images.ts';
import type { PartnersTable } from './portal.tables.ts';
import {
  changePartnerRow,
  findPartner,
  insertPartner,
  listPartners,
  removePartnerRow,
  swapLogo,
} from './partners.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock'>;

/** The first 200 partners by name. */
export const partners = async ({ db }: Deps): Promise<Partner[]> => (await listPartners(db)).map(present);

/** One partner. Refuses `partner.notFound`. */
export const partner = async ({ db }: Deps, slug: string): Promise<Partner> =>
  present((await findPartner(db, slug)) ?? refuse('partner.notFound'));

/** Adds a partner. Refuses `partner.slugInUse` (409) with the field. */
export const addPartner = async ({ db, clock }: Deps, body: z.output<typeof NewPartner>): Promise<Partner> =>
  present(await orSlugInUse(() => insertPartner(db, { ...body, created: clock.now(), updated: clock.now() })));

/** Changes the given fields, including the slug. Refuses `partner.notFound` and `partner.slugInUse`. */
export const changePartner = async ({ db, clock }: Deps, slug: string, body: ChangedPartner): Promise<Partner> => {
  const row = await orSlugInUse(() => changePartnerRow(db, slug, { ...body, updated: clock.now() }));
  return present(row ?? refuse('partner.notFound'));
};

/** Removes a partner and their logo. Refuses `partner.notFound`. */
export const removePartner = async (
  { db, storage }: Deps & Pick<Kernel, 'storage'>,
  slug: string,
): Promise<undefined> => {
  const removed = (await removePartnerRow(db, slug)) ?? refuse('partner.notFound');
  await deleteImage({ storage }, removed.logo);
};

/** Replaces the logo, scaled to fit within 512 × 512. Refuses `partner.notFound`. */
export const setPartnerLogo = async (
  deps: Deps & ImagesDeps,
  slug: string,
  { path }: Pick<UploadedFile, 'path'>,
): Promise<Partner> => {
  if (!(await findPartner(deps.db, slug))) refuse('partner.notFound');
  const logo = await storeImage(deps, 'partner', path, { width: 512, height: 512, fit: 'contain' });
  const swapped = await swapLogo(deps.db, slug, logo, deps.clock.now());
  await deleteImage(deps, swapped ? swapped.before : logo);
  return present(swapped?.row ?? refuse('partner.notFound'));
};

const uniqueViolation = '23505';
const orSlugInUse = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
    return refuse('partner.slugInUse', {}, { slug: 'The URL is already in use.' });
  }
};

const present = (row: Selectable<PartnersTable>): Partner => ({
  slug: row.slug,
  name: row.name,
  description: row.description,
  website: row.website,
  email: row.email,
  active: row.active,
  logo: imageUrl(row.logo),
  created: row.created.toISOString(),
});
