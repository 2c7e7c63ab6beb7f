import { NativeSelect } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { say } from '#contract/brand.ts';
import type { AccountKey, PodcastKey } from '#contract/keys.ts';
import type { PodcastStatsReply } from '#contract/podcast-stats.ts';
import { brand } from '#brand/brand.ts';
import { PeriodPicker, usePeriod } from '#web/features/analytics/shared/PeriodPicker.tsx';
import { podcastsQuery } from '#web/parts/podcast-queries.ts';
import { readerZone } from '#web/lib/format.ts';
import { Outdated } from '#web/ui/Outdated.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageSwitch } from '#web/ui/PageSwitch.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { Waiting } from '#web/ui/Waiting.tsx';
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
  const period = usePeriod(readerZone());
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
        title={say('{Podcast} analytics', brand.wording)}
        description={chosen?.title ?? say('All {podcasts} in this account', brand.wording)}
        actions={
          <>
            <PageSwitch
              label={say('{Podcast} analytics', brand.wording)}
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
                  { value: '', label: say('All {podcasts}', brand.wording) },
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
          <Teach icon={<IconChartBar size={30} />} title="No downloads yet">
            {say(
              'Once an episode of a {podcast} in this account is played or downloaded, this page shows downloads, data, countries and apps.',
              brand.wording,
            )}
          </Teach>
        </Surface>
      ) : stats ? (
        <Outdated isOld={isPlaceholderData}>
          {children({ stats, isDay: period.range.type === 'day', accountKey })}
        </Outdated>
      ) : (
        <Waiting />
      )}
    </>
  );
};
