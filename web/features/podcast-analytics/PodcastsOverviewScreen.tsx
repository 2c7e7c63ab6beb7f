import { Suspense } from 'react';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { AccountDownloads } from './AccountDownloads.tsx';
import { DownloadsSummary } from './DownloadsSummary.tsx';
import { TitledTable } from './lazy-tables.ts';
import { titleTables } from './title-tables.ts';

/** `/accounts/{accountKey}/analytics/podcasts`: downloads of an account's podcasts at a glance. */
export const PodcastsOverviewScreen = () => (
  <AccountDownloads>
    {({ stats, isDay, accountKey }) => (
      <>
        <DownloadsSummary stats={stats} isDay={isDay} />
        {stats.summaryStats.requests > 0 && (
          <Suspense fallback={<ScreenSkeleton />}>
            {titleTables(stats, accountKey).map((table) => (
              <TitledTable key={table.title} {...table} />
            ))}
          </Suspense>
        )}
      </>
    )}
  </AccountDownloads>
);
