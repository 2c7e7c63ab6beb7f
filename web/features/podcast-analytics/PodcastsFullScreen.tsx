import { AccountDownloads } from './AccountDownloads.tsx';
import { DownloadsByTime, DownloadsSummary } from './DownloadsSummary.tsx';
import { AudienceTables, TitledTable } from './DownloadsTables.tsx';
import { HowWeCount } from './HowWeCount.tsx';
import { titlesOf } from './titled.ts';

/** `/accounts/{accountKey}/analytics/podcasts/full`: everything that is counted of an account's podcasts. */
export const PodcastsFullScreen = () => (
  <AccountDownloads>
    {({ stats, isDay, accountKey }) => (
      <>
        <DownloadsSummary stats={stats} isDay={isDay} />
        {titlesOf(stats, accountKey).map((table) => (
          <TitledTable key={table.title} {...table} />
        ))}
        <AudienceTables stats={stats} />
        <DownloadsByTime stats={stats} isDay={isDay} />
        <HowWeCount verdicts={stats.verdicts} />
      </>
    )}
  </AccountDownloads>
);
