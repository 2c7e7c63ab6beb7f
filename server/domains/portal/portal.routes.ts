import type { Brand } from '#contract/rules/brand.ts';
import type { StatsDeps } from '#server/domains/analytics/stats.service.ts';
import { readAudit } from '#server/domains/people/audit.service.ts';
import type { AccountAdmin } from '#server/engines/identity/port.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { People } from '#server/kernel/auth/people.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { failedJobs, retryJob } from '#server/kernel/jobs/job-reports.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { changePodcastAds, podcastAds, maskedSettings } from '#server/platform/settings.ts';
import { contentRoutes } from './content.routes.ts';
import { createDashboard } from './dashboard.service.ts';
import { versionOf, type HealthDeps } from './health-checks.ts';
import { createHealth } from './health.service.ts';
import { imagesRoutes } from './images.routes.ts';
import { referralClick, referralCustomer } from './referral.service.ts';
import { setSettings } from './set-settings.ts';

export type PortalDeps = Pick<HealthDeps, 'identityAnswers'> & {
  live: LiveHub;
  images: ImageEngine;
  accountAdmin: AccountAdmin;
  people: People;
  analytics: Pick<StatsDeps, 'clickhouse'>;
  brand: Pick<Brand, 'wording'>;
};

const maxFailedJobs = 100;

/** The portal endpoints. */
export const portalRoutes = (kernel: Kernel, deps: PortalDeps): Handlers<'portal'> => {
  const { live, analytics } = deps;
  return {
    dashboard: createDashboard({ ...kernel, live }),
    health: createHealth({ ...kernel, ...deps, clickhouseVersion: versionOf(analytics.clickhouse) }),
    failedJobs: async () => {
      const { jobs, total } = await failedJobs(kernel.db, maxFailedJobs);
      return {
        jobs: jobs.map((job) => ({ ...job, created: job.created.toISOString(), failed: job.failed.toISOString() })),
        total,
      };
    },
    retryJob: async ({ params }) => {
      if (!(await retryJob(kernel.db, params.name, params.id))) refuse('job.notFound');
    },
    settings: () => maskedSettings(kernel.db),
    setSettings: ({ body, signIn }) => setSettings({ ...kernel, ...deps }, body, signIn),
    podcastAds: () => podcastAds(kernel.db),
    setPodcastAds: ({ body }) => changePodcastAds(kernel, body),
    audit: ({ query }) => readAudit(kernel.db, query, deps.brand.wording),
    ...contentRoutes({ ...kernel, ...deps }),
    referralClick: ({ params }) => referralClick(kernel, params.code),
    referralCustomer: ({ body, who }) => referralCustomer(kernel, body.code, who),
    ...imagesRoutes(kernel),
  };
};
