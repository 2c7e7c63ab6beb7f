import { Suspense } from 'react';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { AccountDownloads } from './AccountDownloads.tsx';
import { DownloadsSummary } from './DownloadsSummary.tsx';
import { AudienceTables, DownloadsByTime, HowWeCount, TitledTable } from './lazy-tables.ts';
import { titleTables } from './title-tables.ts';

/** `/accounts/{accountKey}/analytics/podcasts/full`: all statistics of an account's podcasts. */
export const PodcastsFullScreen = () => (
  <AccountDownloads>
    {({ stats, isDay, accountKey }) => (
      <>
        <DownloadsSummary stats={stats} isDay={isDay} />
        {stats.summaryStats.requests > 0 && (
          <Suspense fallback={<ScreenSkeleton />}>
            {titleTables(stats, accountKey).map((table) => (
              <TitledTable key={table.title} {...table} />
            ))}
            <AudienceTables stats={stats} />
            <DownloadsByTime stats={stats} isDay={isDay} />
            <HowWeCount verdicts={stats.verdicts} />
          </Suspense>
        )}
      </>
    )}
  </AccountDownloads>
);
