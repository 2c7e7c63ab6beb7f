import { Group, NativeSelect } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import type { PodcastStatsReply } from '#contract/api/podcast-stats.ts';
import { PeriodPicker, usePeriod } from '#web/features/analytics/shared/PeriodPicker.tsx';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { usePodcastRoute } from '#web/parts/podcast-scope.ts';
import { displayTimeZone } from '#web/lib/format.ts';
import { StaleOverlay } from '#web/ui/StaleOverlay.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { DownloadsSummary } from './DownloadsSummary.tsx';
import { AudienceTables, DownloadsByTime, HowWeCount, RequestsTable, TitledTable } from './lazy-tables.ts';
import { podcastDownloadsQuery } from './queries.ts';

/** `…/podcasts/{podcastKey}/analytics`: downloads of a podcast or one of its episodes, and the result of each request. */
export const PodcastAnalyticsScreen = () => {
  const { podcastKey, path } = usePodcastRoute();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const period = usePeriod(displayTimeZone());
  const { episode }: { episode?: EpisodeKey } = useSearch({ strict: false });
  const { data: stats, error, isPlaceholderData } = useQuery(podcastDownloadsQuery(podcastKey, period.range, episode));
  const { data: all } = useQuery(podcastDownloadsQuery(podcastKey, period.range, undefined));
  usePageTitle(`${podcast.title}: Analytics`);
  if (error && !stats) throw error;
  const isDay = period.range.type === 'day';
  const { from_date, to_date } = period.range;
  return (
    <>
      <Group justify="flex-end" mb="md" gap="xs">
        <EpisodePicker
          episodes={all?.episodeDateStats ?? []}
          value={episode}
          onChange={(key) => period.change({ episode: key })}
        />
        <PeriodPicker state={period} minutes={false} />
      </Group>
      {stats ? (
        <StaleOverlay isOld={isPlaceholderData}>
          <DownloadsSummary stats={stats} isDay={isDay} />
          {stats.summaryStats.requests > 0 && (
            <Suspense fallback={<ScreenSkeleton />}>
              {episode === undefined && (
                <TitledTable
                  title="Episodes"
                  rows={stats.episodeDateStats}
                  pathOf={({ key }) => `${path}/episodes/${key}`}
                />
              )}
              <AudienceTables stats={stats} />
              <DownloadsByTime stats={stats} isDay={isDay} />
              <HowWeCount verdicts={stats.verdicts} />
              <RequestsTable podcastKey={podcastKey} audit={{ from_date, to_date, episodeKey: episode }} />
            </Suspense>
          )}
        </StaleOverlay>
      ) : (
        <ScreenSkeleton />
      )}
    </>
  );
};

type EpisodePickerProps = {
  episodes: PodcastStatsReply['episodeDateStats'];
  value: EpisodeKey | undefined;
  onChange: (key: EpisodeKey | undefined) => void;
};

const EpisodePicker = ({ episodes, value, onChange }: EpisodePickerProps) =>
  episodes.length === 0 ? null : (
    <NativeSelect
      aria-label="Episode"
      maw={280}
      value={value ?? ''}
      onChange={(event) => onChange((event.currentTarget.value || undefined) as EpisodeKey | undefined)}
      data={[
        { value: '', label: 'All episodes' },
        ...episodes.map(({ key, title }) => ({ value: key as string, label: title })),
      ]}
    />
  );
