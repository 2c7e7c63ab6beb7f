import type { Brand } from '#contract/rules/brand.ts';
import { portalSettings } from './platform/settings.ts';
import { adminEmailOf } from './engines/identity/ensure-admin.ts';
import type { IdentityKernel } from './engines/identity/realm.ts';
import type { Kernel } from './kernel/kernel.ts';

/** The portal's settings for the embedded identity provider: who may register, and who needs a second factor. */
export const identityKernel = (kernel: Kernel, brand: Brand): IdentityKernel => ({
  ...kernel,
  brand,
  registration: async () => (await portalSettings(kernel.db)).registration,
  needsSecondFactor: async ({ id, email }) =>
    (await portalSettings(kernel.db)).admins_need_second_factor &&
    (email === adminEmailOf(kernel.config)?.toLowerCase() || isPortalAdmin(kernel, id)),
});

const isPortalAdmin = async ({ db, config }: Kernel, subject: string): Promise<boolean> => {
  const found = await db
    .selectFrom('users')
    .select('portal_admin')
    .where('subject', '=', subject)
    .where('issuer', '=', config.oidcIssuer)
    .executeTakeFirst();
  return found?.portal_admin === true;
};
