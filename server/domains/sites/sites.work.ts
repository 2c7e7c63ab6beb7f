import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import { checkDueDomains, type DomainsDeps } from './domains/domains.service.ts';
import { deleteSiteImages, deleteUnusedImages } from './site-images.service.ts';

const everyNight = '41 3 * * *';
const everyFiveMinutes = '*/5 * * * *';

/** Deletes the images of a purged account; its other rows go with the account. */
export const subscribeSites = (kernel: Pick<Kernel, 'hooks' | 'db' | 'storage'>): void =>
  kernel.hooks.on('account.purged', ({ account }) => deleteSiteImages(kernel, account));

/** Schedules the checks of domains, and the nightly removal of images that nothing shows. */
export const workSites = async (deps: DomainsDeps & Pick<Kernel, 'jobs' | 'storage'>): Promise<void> => {
  await deps.jobs.every('sites.checkDomains', everyFiveMinutes, () => checkDueDomains(deps));
  await deps.jobs.every('sites.deleteImages', everyNight, () => deleteUnusedImages(deps));
};
