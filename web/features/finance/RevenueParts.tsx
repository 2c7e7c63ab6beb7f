import { Anchor, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { keyPrefix, type AccountKey } from '#contract/rules/keys.ts';
import type { FinanceOverview, RevenuePart, RevenuePartRow } from '#contract/api/finance.ts';
import { wording } from '#brand/wording.ts';
import { momentIn, whole } from '#web/lib/format.ts';
import { formatDays } from '#web/parts/report-days.ts';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { StaleOverlay } from '#web/ui/StaleOverlay.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import classes from './Finance.module.css';
import type { Days } from './frames.ts';
import { Impressions } from './Impressions.tsx';
import { exact, nameOr } from './money-texts.ts';
import { OpenNumber } from './OpenNumber.tsx';
import { breakdownQuery } from './queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/finance/analytics');

type RevenuePartsProps = { accountKey: AccountKey; overview: FinanceOverview; days: Days };

/** What the revenue of some days consists of: campaigns, then stations, then breaks, then impressions. */
export const RevenueParts = ({ accountKey, overview, days }: RevenuePartsProps) => {
  const { campaign, station, break: heardIn } = route.useSearch();
  return (
    <>
      <Trail accountKey={accountKey} overview={overview} days={days} />
      {campaign !== undefined && station !== undefined && heardIn !== undefined ? (
        <Impressions {...{ accountKey, overview, days, campaign, station }} heardIn={heardIn} />
      ) : (
        <Parts accountKey={accountKey} overview={overview} days={days} />
      )}
    </>
  );
};

const isPodcast = (station: string | undefined): boolean => station?.startsWith(`${keyPrefix.podcast}-`) ?? false;

/** The steps from the revenue of a period to what is shown. */
const Trail = ({ accountKey, overview, days }: RevenuePartsProps) => {
  const { campaign, station, break: heardIn } = route.useSearch();
  const campaigns = useQuery({
    ...breakdownQuery(accountKey, { ...days, by: 'campaign' }),
    enabled: campaign !== undefined,
  });
  const stations = useQuery({
    ...breakdownQuery(accountKey, { ...days, by: 'station', campaign }),
    enabled: station !== undefined,
  });
  const breaks = useQuery({
    ...breakdownQuery(accountKey, { ...days, by: 'break', campaign, station }),
    enabled: heardIn !== undefined,
  });
  const name = (found: typeof campaigns.data, key: string | undefined, kind: 'campaign' | 'station'): string =>
    nameOr(found?.entities.find((row) => row.key === key)?.name ?? '', kind);
  const none = { campaign: undefined, station: undefined, break: undefined, page: undefined };
  const steps: { text: string; search: object }[] = [
    { text: 'Revenue', search: { ...none, first: undefined, last: undefined } },
    { text: formatDays(days.from, days.to), search: none },
    ...(campaign === undefined
      ? []
      : [{ text: name(campaigns.data, campaign, 'campaign'), search: { ...none, campaign } }]),
    ...(station === undefined
      ? []
      : [{ text: name(stations.data, station, 'station'), search: { ...none, campaign, station } }]),
    ...(heardIn === undefined
      ? []
      : [
          {
            text: breakName(
              breaks.data?.entities.find(({ key }) => key === heardIn),
              overview.timezone,
            ),
            search: {},
          },
        ]),
  ];
  return (
    <nav aria-label="Steps" className={classes.trail}>
      {steps.map(({ text, search }, i) => (
        <StepLink key={i} search={search} isCurrent={i === steps.length - 1} isFirst={i === 0}>
          {text}
        </StepLink>
      ))}
    </nav>
  );
};

type StepLinkProps = { search: object; isCurrent: boolean; isFirst: boolean; children: ReactNode };

const StepLink = ({ search, isCurrent, isFirst, children }: StepLinkProps) => (
  <>
    {!isFirst && <IconChevronRight size={16} aria-hidden className="mirrored" />}
    {isCurrent ? (
      <Text span fw={600} aria-current="page">
        <bdi>{children}</bdi>
      </Text>
    ) : (
      <Anchor
        renderRoot={(props) => (
          <Link to="." search={((from: object) => ({ ...from, ...search })) as never} {...props} />
        )}
      >
        <bdi>{children}</bdi>
      </Anchor>
    )}
  </>
);

const breakName = (row: RevenuePartRow | undefined, timezone: string): string => {
  if (!row) return 'Break';
  return row.name || (row.at === null ? 'Break' : momentIn(row.at, timezone));
};

const titles: Record<RevenuePart, string> = {
  campaign: 'By campaign',
  station: `By station and ${wording.podcast}`,
  break: 'By break',
};

const Parts = ({ accountKey, overview, days }: RevenuePartsProps) => {
  const { campaign, station } = route.useSearch();
  const by = campaign === undefined ? 'campaign' : station === undefined ? 'station' : 'break';
  const query = { ...days, by, campaign, station } as const;
  const { data, error, isPlaceholderData } = useQuery(breakdownQuery(accountKey, query));
  const table = useTableState();
  const { timezone } = overview;
  const columns = useMemo(() => columnsOf(by, { timezone, isEpisodes: isPodcast(station) }), [by, timezone, station]);
  if (error && !data) throw error;
  if (!data) return <ScreenSkeleton />;
  const title = by === 'break' && isPodcast(station) ? 'By episode' : titles[by];
  return (
    <StaleOverlay isOld={isPlaceholderData}>
      <Surface
        title={title}
        description={
          by === 'break' ? 'Listed as long as single sessions are stored; statements keep their sums' : undefined
        }
        flush
      >
        <DataTable
          label={title}
          columns={columns}
          rows={data.entities}
          rowId={({ key, currency }) => `${key} ${currency}`}
          table={table}
          defaultSize={50}
          searchable={data.entities.length > 10}
          empty={
            <Text size="sm" c="dimmed" p="md">
              {by === 'break'
                ? 'Single breaks of these days are no longer stored.'
                : 'Nothing was heard on these days.'}
            </Text>
          }
        />
        {data.capped && (
          <Text size="sm" c="dimmed" p="md">
            The first 1,000 are listed.
          </Text>
        )}
      </Surface>
    </StaleOverlay>
  );
};

const column = createColumnHelper<RevenuePartRow>();
const positions: Record<string, string> = { pre: 'At the start', mid: 'Within the programme', post: 'At the end' };

const columnsOf = (by: RevenuePart, { timezone, isEpisodes }: { timezone: string; isEpisodes: boolean }) => {
  const nameOf = (row: RevenuePartRow): string => {
    if (by !== 'break') return nameOr(row.name, by);
    return isEpisodes ? nameOr(row.name, 'episode') : breakName(row, timezone);
  };
  const open = (row: RevenuePartRow, text: string, what: string) => (
    <OpenNumber search={{ [by]: row.key, page: undefined, sort: undefined }} label={`${nameOf(row)}: ${what}`}>
      {text}
    </OpenNumber>
  );
  const header = {
    campaign: 'Campaign',
    station: `Station or ${wording.podcast}`,
    break: isEpisodes ? 'Episode' : 'Break',
  }[by];
  const hasOwn = (row: RevenuePartRow): boolean => row.ownAdImpressions !== 0;
  return [
    column.accessor(nameOf, {
      id: 'name',
      header,
      cell: ({ row: { original }, getValue }) => (
        <>
          <bdi>{open(original, getValue(), 'open')}</bdi>
          {original.detail !== '' && (
            <Text size="xs" c="dimmed">
              <bdi>{by === 'break' ? (positions[original.detail] ?? original.detail) : original.detail}</bdi>
            </Text>
          )}
        </>
      ),
    }),
    column.accessor(({ impressions, ownAdImpressions }) => impressions + ownAdImpressions, {
      id: 'impressions',
      header: 'Impressions',
      meta: { align: 'end', onPhone: 'named' },
      cell: ({ row: { original }, getValue }) => open(original, whole(getValue()), `${whole(getValue())} impressions`),
    }),
    column.accessor('revenue', {
      header: 'Revenue',
      meta: { align: 'end' },
      cell: ({ row: { original }, getValue }) => {
        const text = exact(getValue(), original.currency);
        if (!hasOwn(original)) return open(original, text, `revenue ${text}`);
        const value = exact(original.ownAdValue, original.currency);
        return (
          <>
            {original.impressions === 0 ? '–' : open(original, text, `revenue ${text}`)}
            <Text size="xs" c="dimmed">
              own campaign, worth {open(original, value, `worth ${value}`)}
            </Text>
          </>
        );
      },
    }),
  ];
};
