import { Alert, Anchor, Button, Group, Table, Text } from '@mantine/core';
import { IconDownload, IconFileInvoice } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { FinanceOverview, Statement, StatementLine } from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { money } from '#web/lib/currencies.ts';
import { count, day } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { QuietTable } from '#web/ui/table/QuietTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import type { RevenueSearch } from './finance-search.ts';
import { daysOfRow, type Days } from './frames.ts';
import { exact, monthName, nameOr } from './money-texts.ts';
import { statementLinesQuery, statementsQuery, useDownloadStatement } from './queries.ts';

const pageSize = 10;

type StatementListProps = {
  accountKey: AccountKey;
  overview: FinanceOverview;
  /** The statement that an invoice is being made of. */
  chosen: string | undefined;
  mayCreate: boolean;
};

/** The monthly statements, each with its lines and the way to its invoice. */
export const StatementList = ({ accountKey, overview, chosen, mayCreate }: StatementListProps) => {
  const table = useLocalTableState();
  const limit = table.size ?? pageSize;
  const { data, error } = useQuery(statementsQuery(accountKey, { limit, offset: (table.page - 1) * limit }));
  const columns = useMemo(() => columnsOf({ accountKey, chosen, mayCreate }), [accountKey, chosen, mayCreate]);
  if (error && !data) throw error;
  return (
    <Surface
      title="Statements"
      description="What you earned in each month, closed on the 3rd of the next; later arrivals are corrections in the next statement"
      flush
    >
      {!data ? (
        <ScreenSkeleton />
      ) : (
        <DataTable
          label="Statements"
          columns={columns}
          rows={data.entities}
          rowId={({ id }) => id}
          table={table}
          defaultSize={pageSize}
          server={{ total: data.total }}
          searchable={false}
          csv={false}
          expanded={(statement) => <Lines accountKey={accountKey} statement={statement} />}
          empty={
            <EmptyState icon={<IconFileInvoice size={30} />} title="No statement yet">
              The first one is closed on {day(nextThird(overview.today))}. You make an invoice of it here, with its
              number, as PDF.
            </EmptyState>
          }
        />
      )}
    </Surface>
  );
};

const daysOfMonth = (month: string): Days => daysOfRow(`${month}-01`, true, { from: '', to: '9999' });

/** The third of the next month. */
const nextThird = (today: string): string => {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 3)).toISOString().slice(0, 10);
};

const column = createColumnHelper<Statement>();

const columnsOf = ({ accountKey, chosen, mayCreate }: Omit<StatementListProps, 'overview'>) => [
  column.accessor('month', {
    header: 'Month',
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => {
      return (
        <>
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link
                to="/accounts/$accountKey/finance/analytics"
                params={{ accountKey }}
                search={{ frame: 'custom', ...daysOfMonth(getValue()), by: 'daily' }}
                {...props}
              />
            )}
          >
            {monthName(getValue())}
          </Anchor>
          <Text size="sm" c="dimmed">
            {count(original.impressions, 'impression')}
          </Text>
        </>
      );
    },
  }),
  column.accessor('amount', {
    header: 'Amount',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ row: { original }, getValue }) => (
      <>
        <NoWrap>{money(getValue(), original.currency)}</NoWrap>
        <div>
          <InvoiceOf statement={original} accountKey={accountKey} chosen={chosen} mayCreate={mayCreate} />
        </div>
      </>
    ),
  }),
];

type InvoiceOfProps = Omit<StatementListProps, 'overview'> & { statement: Statement };

/** The invoice of a statement, or the way to make one. */
const InvoiceOf = ({ accountKey, statement, chosen, mayCreate }: InvoiceOfProps) => {
  if (statement.invoice)
    return (
      <Text size="sm" c="dimmed">
        <NoWrap>Invoice {statement.invoice.number}</NoWrap>
      </Text>
    );
  if (!mayCreate || statement.amount <= 0 || statement.id === chosen) return null;
  return (
    <Button
      size="xs"
      variant="light"
      mt={4}
      miw="max-content"
      aria-label={`Create invoice for ${monthName(statement.month)}`}
      renderRoot={(props) => (
        <Link
          to="/accounts/$accountKey/finance/invoice"
          params={{ accountKey }}
          search={{ statement: statement.id }}
          {...props}
        />
      )}
    >
      Create invoice
    </Button>
  );
};

/** The breaks and episodes that a line adds up. */
const partsOf = ({ month, campaign, station }: StatementLine): RevenueSearch => {
  const { from: first, to: last } = daysOfMonth(month);
  return { frame: 'custom', from: first, to: last, by: 'daily', first, last, campaign, station };
};

/** The lines of a statement, each leading to what it adds up, with its hash. */
const Lines = ({ accountKey, statement }: { accountKey: AccountKey; statement: Statement }) => {
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    statementLinesQuery(accountKey, statement.id),
  );
  const download = useDownloadStatement(accountKey);
  if (error && !data) return <Alert color="red">{asApiError(error).text}</Alert>;
  if (!data) return <ScreenSkeleton />;
  const { currency, sha256 } = statement;
  const lines = data.pages.flatMap((page) => page.lines);
  return (
    <>
      <QuietTable aria-label={`Lines of ${monthName(statement.month)}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Campaign and station</Table.Th>
            <Table.Th ta="end">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="numbers">
          {lines.map((line) => (
            <Table.Tr key={`${line.month} ${line.station} ${line.campaign}`}>
              <Table.Td>
                <bdi>{nameOr(line.campaignName, 'campaign')}</bdi>
                <Text size="xs" c="dimmed">
                  <bdi>{nameOr(line.stationName, 'station')}</bdi>
                  {line.month !== statement.month && `, correction of ${monthName(line.month)}`}
                </Text>
                <Text size="xs" c="dimmed">
                  {count(line.impressions, 'impression')}
                </Text>
              </Table.Td>
              <Table.Td ta="end">
                <Anchor
                  inherit
                  aria-label={`${nameOr(line.campaignName, 'campaign')} on ${nameOr(line.stationName, 'station')}: ${money(line.amount, currency)}`}
                  renderRoot={(props) => (
                    <Link
                      to="/accounts/$accountKey/finance/analytics"
                      params={{ accountKey }}
                      search={partsOf(line)}
                      {...props}
                    />
                  )}
                >
                  {money(line.amount, currency)}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {exact(line.revenue, currency)} before rounding
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </QuietTable>
      {hasNextPage && (
        <Group justify="center" mt="sm">
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more of {count(data.pages[0]?.total ?? 0, 'line')}
          </Button>
        </Group>
      )}
      <Group justify="space-between" gap="sm" mt="sm">
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          SHA-256 of its days: {sha256}
        </Text>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate(statement)}
        >
          Days as CSV
        </Button>
      </Group>
    </>
  );
};
