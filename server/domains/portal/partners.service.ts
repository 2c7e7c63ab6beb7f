import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { ChangedPartner, NewPartner, Partner, PartnerLines } from '#contract/api/portal.ts';
import type { UploadedFile } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { deleteImage, imageUrl, storeImage, type ImagesDeps } from '#server/platform/images.ts';
import type { PartnersTable } from './portal.tables.ts';
import {
  changePartnerRow,
  countReferred,
  findPartner,
  insertPartner,
  listPartnerLines,
  listPartners,
  removePartnerRow,
  swapLogo,
} from './partners.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'config'>;

export { hasPartnerCodes, listPublicPartners as publicPartners, type PublicPartner } from './partners.repo.ts';

/** The first 200 partners by name. */
export const partners = async (deps: Deps): Promise<Partner[]> => await presentAll(deps, await listPartners(deps.db));

/** One partner. Refuses `partner.notFound`. */
export const partner = async (deps: Deps, slug: string): Promise<Partner> =>
  await present(deps, (await findPartner(deps.db, slug)) ?? refuse('partner.notFound'));

/** Adds a partner. Refuses `partner.slugInUse` and `partner.codeInUse` (409) with the field. */
export const addPartner = async (deps: Deps, body: z.output<typeof NewPartner>): Promise<Partner> => {
  const now = deps.clock.now();
  return await present(deps, await orInUse(() => insertPartner(deps.db, { ...body, created: now, updated: now })));
};

/** Changes the given fields, including the slug. Refuses `partner.notFound`, `partner.slugInUse` and `partner.codeInUse`. */
export const changePartner = async (deps: Deps, slug: string, body: ChangedPartner): Promise<Partner> => {
  const row = await orInUse(() => changePartnerRow(deps.db, slug, { ...body, updated: deps.clock.now() }));
  return await present(deps, row ?? refuse('partner.notFound'));
};

/** The lines that active partners offer for the ads.txt of stations. */
export const partnerLines = async ({ db }: Pick<Deps, 'db'>): Promise<PartnerLines[]> => await listPartnerLines(db);

/** Removes a partner and their logo. Refuses `partner.notFound`. */
export const removePartner = async (
  { db, storage }: Pick<Kernel, 'db' | 'storage'>,
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
  return await present(deps, swapped?.row ?? refuse('partner.notFound'));
};

const uniqueViolation = '23505';
const orInUse = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== uniqueViolation) throw error;
    return constraint === 'partners_ref_code'
      ? refuse('partner.codeInUse', {}, { ref_code: 'Another partner has this code.' })
      : refuse('partner.slugInUse', {}, { slug: 'The URL is already in use.' });
  }
};

const present = async (deps: Deps, row: Selectable<PartnersTable>): Promise<Partner> =>
  (await presentAll(deps, [row]))[0]!;

const presentAll = async ({ db, config }: Deps, rows: readonly Selectable<PartnersTable>[]): Promise<Partner[]> => {
  const codes = rows.flatMap(({ ref_code }) => (ref_code === '' ? [] : [ref_code.toLowerCase()]));
  const counts = codes.length === 0 ? new Map<string, number>() : await countReferred(db, codes);
  return rows.map((row) => ({
    slug: row.slug,
    name: row.name,
    description: row.description,
    website: row.website,
    email: row.email,
    active: row.active,
    logo: imageUrl(row.logo),
    ads_txt: row.ads_txt,
    ref_code: row.ref_code,
    ref_url: row.ref_code === '' ? null : `${config.publicUrl}/?ref=${row.ref_code}`,
    customers: row.ref_code === '' ? 0 : (counts.get(row.ref_code.toLowerCase()) ?? 0),
    public: row.public,
    created: row.created.toISOString(),
  }));
};
