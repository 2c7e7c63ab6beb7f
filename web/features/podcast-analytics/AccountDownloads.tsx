import { NativeSelect } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fillText } from '#contract/rules/brand.ts';
import type { AccountKey, PodcastKey } from '#contract/rules/keys.ts';
import type { PodcastStatsReply } from '#contract/api/podcast-stats.ts';
import { brand } from '#brand/brand.ts';
import { PeriodPicker, usePeriod } from '#web/features/analytics/shared/PeriodPicker.tsx';
import { podcastsQuery } from '#web/parts/podcast-queries.ts';
import { displayTimeZone } from '#web/lib/format.ts';
import { StaleOverlay } from '#web/ui/StaleOverlay.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSwitch } from '#web/ui/PageSwitch.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { accountDownloadsQuery } from './queries.ts';

/** The maximum of a list. */
const everyPodcast = { limit: 1000, offset: 0, search: '' };

type AccountDownloadsProps = {
  children: (shown: { stats: PodcastStatsReply; isDay: boolean; accountKey: AccountKey }) => ReactNode;
};

/** The frame of both podcast analytics pages of an account: podcast, period and statistics. */
export const AccountDownloads = ({ children }: AccountDownloadsProps) => {
  const { accountKey } = useParams({ strict: false }) as { accountKey: AccountKey };
  const { podcast }: { podcast?: string } = useSearch({ strict: false });
  const { data: list } = useSuspenseQuery(podcastsQuery({ accountKey }, everyPodcast));
  const chosen = list.entities.find(({ key }) => key === podcast);
  const period = usePeriod(displayTimeZone());
  const {
    data: stats,
    error,
    isPlaceholderData,
  } = useQuery(accountDownloadsQuery(accountKey, period.range, chosen?.key));
  if (error && !stats) throw error;
  const base = `/accounts/${accountKey}/analytics/podcasts`;
  return (
    <>
      <PageHeader
        title={fillText('{Podcast} analytics', brand.wording)}
        description={chosen?.title ?? fillText('All {podcasts} in this account', brand.wording)}
        actions={
          <>
            <PageSwitch
              label={fillText('{Podcast} analytics', brand.wording)}
              pages={[
                { to: base, text: 'Overview' },
                { to: `${base}/full`, text: 'Everything' },
              ]}
            />
            {list.entities.length > 1 && (
              <NativeSelect
                aria-label={brand.wording.Podcast}
                maw={260}
                value={chosen?.key ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  period.change({ podcast: (value || undefined) as PodcastKey | undefined })
                }
                data={[
                  { value: '', label: fillText('All {podcasts}', brand.wording) },
                  ...list.entities.map(({ key, title }) => ({ value: key as string, label: title })),
                ]}
              />
            )}
            <PeriodPicker state={period} minutes={false} />
          </>
        }
      />
      {list.entities.length === 0 ? (
        <Surface mt="md">
          <EmptyState icon={<IconChartBar size={30} />} title="No downloads yet">
            {fillText(
              'Once an episode of a {podcast} in this account is played or downloaded, this page shows downloads, data, countries and apps.',
              brand.wording,
            )}
          </EmptyState>
        </Surface>
      ) : stats ? (
        <StaleOverlay isOld={isPlaceholderData}>
          {children({ stats, isDay: period.range.type === 'day', accountKey })}
        </StaleOverlay>
      ) : (
        <ScreenSkeleton />
      )}
    </>
  );
};
