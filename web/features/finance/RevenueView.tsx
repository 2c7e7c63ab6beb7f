import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { FinanceOverview, RevenueRow } from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { microsPerUnit } from '#contract/rules/money.ts';
import { wording } from '#brand/wording.ts';
import { day, shortDay, whole } from '#web/lib/format.ts';
import { formatDays } from '#web/parts/report-days.ts';
import { ChartFigure } from '#web/ui/chart/ChartFigure.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { StaleOverlay } from '#web/ui/StaleOverlay.tsx';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import type { RevenueType } from './finance-search.ts';
import { daysOf, daysOfRow, type Days } from './frames.ts';
import { exact, monthName, rounded } from './money-texts.ts';
import { OpenNumber } from './OpenNumber.tsx';
import { revenueQuery } from './queries.ts';
import { RevenueControls } from './RevenueControls.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/finance/analytics');

type RevenueViewProps = { accountKey: AccountKey; overview: FinanceOverview };

/** Revenue by day or month, as chart and table of the same numbers; each leads to what it consists of. */
export const RevenueView = ({ accountKey, overview }: RevenueViewProps) => {
  const search = route.useSearch();
  const { frame = 'thisMonth', by = 'monthly', type = 'total' } = search;
  const days = daysOf(frame, overview.today, search);
  const { data: rows, error, isPlaceholderData } = useQuery(revenueQuery(accountKey, by, days));
  if (error && !rows) throw error;
  const currencies = [...new Set([overview.currency, ...(rows ?? []).map(({ currency }) => currency)])];
  const currency =
    search.currency !== undefined && currencies.includes(search.currency) ? search.currency : overview.currency;
  const figures = inOneCurrency(rows ?? [], currency).map((row) => figureOf(row, type));
  const isMonths = by === 'monthly';
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" c="dimmed">
          {formatDays(days.from, days.to)}, days in {overview.timezone.replaceAll('_', ' ')}
        </Text>
        <RevenueControls {...{ overview, search, days, currencies, currency }} frequency={by} />
      </Group>
      {type === 'display' && (
        <Alert mb="md" title="Display ads are not counted yet">
          Companion displays count once our players report them. Until then their revenue is zero.
        </Alert>
      )}
      {!rows ? (
        <ScreenSkeleton />
      ) : (
        <StaleOverlay isOld={isPlaceholderData}>
          <Totals figures={figures} currency={currency} days={days} type={type} />
          <ChartFigure
            title={isMonths ? 'Revenue by month' : 'Revenue by day'}
            description={`${formatDays(days.from, days.to)}, ${currency}`}
            kind="bar"
            unit={currency}
            series={[{ name: 'revenue', label: 'Revenue' }]}
            points={figures.map(({ date, revenue }) => ({ at: date, revenue }))}
            fileName={`revenue-${days.from}-${days.to}`}
            nameOf={isMonths ? monthName : shortDay}
            writeValue={(value) => exact(value, currency)}
          />
          <Rows figures={figures} currency={currency} days={days} isMonths={isMonths} />
        </StaleOverlay>
      )}
    </>
  );
};

type Figure = { date: string; revenue: number; impressions: number; own: number; value: number };

/** A row for each date; a date on which something was earned in another currency only has zeros. */
const inOneCurrency = (rows: readonly RevenueRow[], currency: string): RevenueRow[] => {
  const none = { audioAdRevenue: 0, displayAdRevenue: 0, audioAdImpressions: 0, displayAdImpressions: 0 };
  const nothing = { ...none, ownAdImpressions: 0, ownAdValue: 0, currency };
  const dates = new Map<string, RevenueRow>();
  for (const row of rows) {
    if (row.currency === currency) dates.set(row.date, row);
    else if (!dates.has(row.date)) dates.set(row.date, { date: row.date, ...nothing });
  }
  return [...dates.values()];
};

const figureOf = (row: RevenueRow, type: RevenueType): Figure => {
  const [audio, display] = [type !== 'display', type !== 'audio'].map(Number) as [number, number];
  return {
    date: row.date,
    revenue: audio * row.audioAdRevenue + display * row.displayAdRevenue,
    impressions: audio * row.audioAdImpressions + display * row.displayAdImpressions,
    own: audio * row.ownAdImpressions,
    value: audio * row.ownAdValue,
  };
};

type TotalsProps = { figures: readonly Figure[]; currency: string; days: Days; type: RevenueType };

const Totals = ({ figures, currency, days, type }: TotalsProps) => {
  // Micros add up exactly, doubles do not.
  const sum = (of: (figure: Figure) => number): number =>
    figures.reduce((total, figure) => total + Math.round(of(figure) * microsPerUnit), 0) / microsPerUnit;
  const [revenue, impressions, own, value] = [
    sum((one) => one.revenue),
    sum((one) => one.impressions),
    sum((one) => one.own),
    sum((one) => one.value),
  ];
  const open = { first: days.from, last: days.to };
  return (
    <Surface>
      <StatRow>
        <Stat
          label="Revenue"
          value={
            <OpenNumber search={open} label={`What makes up ${exact(revenue, currency)}`}>
              {rounded(revenue, currency)}
            </OpenNumber>
          }
          hint={`${exact(revenue, currency)} before rounding`}
          definition={`What your stations and ${wording.podcasts} earned with campaigns of others. Each impression earns the rate of the time when it was heard.`}
        />
        <Stat
          label="Impressions"
          value={
            <OpenNumber search={open} label={`What makes up ${whole(impressions)} impressions`}>
              {whole(impressions)}
            </OpenNumber>
          }
          definition="Spots of others that your listeners could hear from their beginning."
        />
        <Stat
          label="Average CPM"
          value={impressions === 0 ? '–' : rounded((revenue / impressions) * 1000, currency)}
          definition="Revenue for a thousand impressions, on average."
        />
        {type !== 'display' && own > 0 && (
          <Stat
            label="Your own campaigns"
            value={
              <OpenNumber search={open} label={`What makes up ${exact(value, currency)} of your own campaigns`}>
                {rounded(value, currency)}
              </OpenNumber>
            }
            hint={`${whole(own)} impressions, not revenue`}
            definition="What your own campaigns on your own stations would cost an advertiser. Nobody pays for them, so they are no revenue."
          />
        )}
      </StatRow>
    </Surface>
  );
};

type RowsProps = { figures: readonly Figure[]; currency: string; days: Days; isMonths: boolean };

const Rows = ({ figures, currency, days, isMonths }: RowsProps) => {
  const table = useTableState();
  const hasOwn = figures.some(({ own }) => own > 0);
  const columns = useMemo(() => columnsOf({ currency, days, isMonths, hasOwn }), [currency, days, isMonths, hasOwn]);
  return (
    <Surface title={isMonths ? 'Months' : 'Days'} flush mt="md">
      <DataTable
        label={isMonths ? 'Months' : 'Days'}
        columns={columns}
        rows={figures.toReversed()}
        rowId={({ date }) => date}
        table={table}
        defaultSize={50}
        searchable={false}
        empty={
          <Text size="sm" c="dimmed" p="md">
            This period has not begun.
          </Text>
        }
      />
    </Surface>
  );
};

const column = createColumnHelper<Figure>();

const columnsOf = ({ currency, days, isMonths, hasOwn }: Omit<RowsProps, 'figures'> & { hasOwn: boolean }) => {
  /** A month leads to its days, a day to its campaigns. */
  const openOf = ({ date }: Figure): object => {
    const { from, to } = daysOfRow(date, isMonths, days);
    return isMonths
      ? { frame: 'custom', from, to, by: 'daily', page: undefined }
      : { first: from, last: to, page: undefined };
  };
  const nameOf = isMonths ? monthName : day;
  const open = (figure: Figure, text: string, what: string) => (
    <OpenNumber search={openOf(figure)} label={`${nameOf(figure.date)}: ${what}`}>
      {text}
    </OpenNumber>
  );
  const own = column.accessor('value', {
    header: 'Own campaigns',
    meta: { align: 'end', onPhone: 'named' },
    cell: ({ row: { original }, getValue }) =>
      original.own === 0 ? '–' : open(original, exact(getValue(), currency), `own ${exact(getValue(), currency)}`),
  });
  return [
    column.accessor('date', {
      header: isMonths ? 'Month' : 'Day',
      cell: ({ row: { original } }) => (
        <NoWrap>{open(original, nameOf(original.date), isMonths ? 'by day' : 'by campaign')}</NoWrap>
      ),
    }),
    column.accessor('revenue', {
      header: 'Revenue',
      meta: { align: 'end' },
      cell: ({ row: { original }, getValue }) =>
        open(original, exact(getValue(), currency), `revenue ${exact(getValue(), currency)}`),
    }),
    column.accessor('impressions', {
      header: 'Impressions',
      meta: { align: 'end', onPhone: 'named' },
      cell: ({ row: { original }, getValue }) => open(original, whole(getValue()), `${whole(getValue())} impressions`),
    }),
    ...(hasOwn ? [own] : []),
  ];
};
