import { Group, NativeSelect, Text } from '@mantine/core';
import { IconMicrophone2 } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { fillText } from '#contract/rules/brand.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { rawDays } from '#contract/api/raw-data.ts';
import { brand } from '#brand/brand.ts';
import { podcastsQuery } from '#web/parts/podcast-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { day, displayTimeZone } from '#web/lib/format.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { RangeDates } from './RangeDates.tsx';
import { dateIn, oldestDate, rawPeriodNames, rawRange } from './raw-range.ts';
import { rawPeriods, type RawPeriodName } from './raw-search.ts';
import { RawTabs } from './RawTabs.tsx';
import { useRawSearch } from './use-selected-station.ts';

const RequestsTable = lazy(() =>
  loadChunk(() => import('#web/features/podcast-analytics/shared/RequestsTable.tsx')).then((part) => ({
    default: part.RequestsTable,
  })),
);

const route = getRouteApi('/shell/accounts/$accountKey/analytics/raw/podcasts');
/** The maximum of a list. */
const everyPodcast = { limit: 1000, offset: 0, search: '' };

/** `/accounts/{accountKey}/analytics/raw/podcasts`: the individual requests for a podcast's episodes (spec §2 "Podcasts raw"). */
export const RawPodcastsScreen = () => {
  const { accountKey } = route.useParams();
  const { podcast: selectedKey, period = 'thisMonth', from = '', to = '' } = route.useSearch();
  const { data: list } = useSuspenseQuery(podcastsQuery({ accountKey }, everyPodcast));
  const change = useRawSearch();
  const podcast =
    list.entities.find(({ key }) => key === selectedKey) ?? (list.total === 1 ? list.entities[0] : undefined);
  const today = dateIn(new Date(), displayTimeZone());
  const range = rawRange(period, { from, to }, today);
  return (
    <>
      <PageHeader
        title={fillText('{Podcasts} raw', brand.wording)}
        description={fillText(
          'Individual requests for the episodes of a {podcast} and how they were counted',
          brand.wording,
        )}
        actions={<RawTabs base={`/accounts/${accountKey}/analytics/raw`} hasPodcasts />}
      />
      {list.total === 0 ? (
        <NoPodcast />
      ) : (
        <Surface title="Period" description={`Live raw data goes back ${rawDays} days, to ${day(oldestDate(today))}.`}>
          <Group align="flex-end" gap="sm">
            {list.total > 1 && (
              <ChoiceInput
                label={brand.wording.Podcast}
                placeholder={fillText('Please select a {podcast}', brand.wording)}
                searchable
                limit={100}
                w={280}
                maw="100%"
                data={list.entities.map(({ key, title }) => ({ value: key as string, label: title }))}
                value={podcast?.key ?? null}
                allowDeselect={false}
                nothingFoundMessage="No data available"
                onChange={(key) => change({ podcast: (key ?? undefined) as PodcastKey | undefined })}
              />
            )}
            <NativeSelect
              label="Period"
              value={period}
              onChange={({ currentTarget: { value } }) => change({ period: value as RawPeriodName })}
              data={rawPeriods.map((value) => ({ value, label: rawPeriodNames[value] }))}
            />
            {period === 'range' && (
              <RangeDates oldest={oldestDate(today)} today={today} dates={{ from, to }} onChange={change} />
            )}
          </Group>
          {!range && from !== '' && to !== '' && (
            <Text c="var(--mantine-color-error)" size="sm" mt="sm" role="alert">
              Choose a start and end date from {day(oldestDate(today))} to today.
            </Text>
          )}
        </Surface>
      )}
      {podcast && range && (
        <Suspense fallback={<ScreenSkeleton />}>
          <RequestsTable
            key={`${podcast.key} ${range.from_date} ${range.to_date}`}
            podcastKey={podcast.key}
            audit={{ from_date: range.from_date, to_date: range.to_date }}
          />
        </Suspense>
      )}
    </>
  );
};

const NoPodcast = () => (
  <Surface>
    <EmptyState icon={<IconMicrophone2 size={30} />} title={fillText('No {podcasts} yet', brand.wording)}>
      {fillText(
        'Once an episode of a {podcast} in this account is requested, each request is listed here with its app, country, data sent and result.',
        brand.wording,
      )}
    </EmptyState>
  </Surface>
);
