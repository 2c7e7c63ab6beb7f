import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  finance,
  type NewAdInvoice,
  type RevenueFrequency,
  type RevenuePart,
  type Statement,
} from '#contract/finance.ts';
import type { AccountKey } from '#contract/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { saveFile } from '#web/lib/save-file.ts';
import type { Days } from './frames.ts';

const minuteMs = 60_000;

export const overviewQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['finance', id, 'overview'],
    queryFn: ({ signal }) => call(finance.overview, { params: { id } }, { signal }),
    staleTime: minuteMs,
  });

/** Revenue by day or month, oldest first: the reply is reversed (spec §7). */
export const revenueQuery = (id: AccountKey, frequency: RevenueFrequency, days: Days) =>
  queryOptions({
    queryKey: ['finance', id, 'revenue', frequency, days],
    queryFn: async ({ signal }) =>
      (await call(finance.revenue, { params: { id, frequency }, query: days }, { signal })).toReversed(),
    placeholderData: keepPreviousData,
    refetchInterval: minuteMs,
  });

type Part = Days & { by: RevenuePart; campaign?: string | undefined; station?: string | undefined };
export const breakdownQuery = (id: AccountKey, query: Part) =>
  queryOptions({
    queryKey: ['finance', id, 'breakdown', query],
    queryFn: ({ signal }) => call(finance.breakdown, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

type Page = { limit: number; offset: number };
type Heard = Days & Page & { campaign: string; station: string; break: string };
export const impressionsQuery = (id: AccountKey, query: Heard) =>
  queryOptions({
    queryKey: ['finance', id, 'impressions', query],
    queryFn: ({ signal }) => call(finance.impressions, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const statementsQuery = (id: AccountKey, query: Page) =>
  queryOptions({
    queryKey: ['finance', id, 'statements', query],
    queryFn: ({ signal }) => call(finance.statements, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** What a statement says in all. */
export const statementQuery = (id: AccountKey, statementId: string) =>
  queryOptions({
    queryKey: ['finance', id, 'statement', statementId],
    queryFn: ({ signal }) =>
      call(finance.statement, { params: { id, statementId }, query: { limit: 1, offset: 0 } }, { signal }),
  });

/** The lines of a statement, page by page. */
export const statementLinesQuery = (id: AccountKey, statementId: string) =>
  infiniteQueryOptions({
    queryKey: ['finance', id, 'statement', statementId, 'lines'],
    queryFn: ({ pageParam: offset, signal }) =>
      call(finance.statement, { params: { id, statementId }, query: { limit: linesAtOnce, offset } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) =>
      pages.length * linesAtOnce < total ? pages.length * linesAtOnce : undefined,
  });
const linesAtOnce = 100;

export const invoicesQuery = (id: AccountKey, query: Page) =>
  queryOptions({
    queryKey: ['finance', id, 'invoices', query],
    queryFn: ({ signal }) => call(finance.invoices, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** What an invoice would say. */
export const previewQuery = (id: AccountKey, body: NewAdInvoice) =>
  queryOptions({
    queryKey: ['finance', id, 'preview', body],
    queryFn: ({ signal }) => call(finance.previewInvoice, { params: { id }, body }, { signal }),
    placeholderData: keepPreviousData,
    enabled: body.accountName !== '',
  });

export const openInvoicesQuery = (query: Page) =>
  queryOptions({
    queryKey: ['finance', 'portal', 'invoices', query],
    queryFn: ({ signal }) => call(finance.openInvoices, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

const useReloadFinance = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['finance'] });
};

/** Makes the invoice of a statement. */
export const useCreateAdInvoice = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: ({ body, key }: { body: NewAdInvoice; key: string }) =>
      call(finance.createInvoice, { params: { id }, body }, { idempotencyKey: key }),
    meta: { form: true },
    onSuccess: useReloadFinance(),
  });

type Of = { id: AccountKey; invoiceId: string };

/** Mails a draft. */
export const useSendAdInvoice = () =>
  useAction({
    failure: 'default',
    mutationFn: (params: Of) => call(finance.sendInvoice, { params }),
    onSettled: useReloadFinance(),
  });

/** Notes that the portal has paid an invoice. */
export const usePayAdInvoice = () =>
  useAction({
    failure: 'default',
    mutationFn: (invoiceId: string) => call(finance.payInvoice, { params: { invoiceId } }),
    onSettled: useReloadFinance(),
  });

/** Voids an invoice. */
export const useVoidAdInvoice = () =>
  useAction({
    failure: 'default',
    mutationFn: (params: Of) => call(finance.voidInvoice, { params }),
    onSettled: useReloadFinance(),
  });

/** Downloads an invoice as PDF. */
export const useDownloadAdInvoice = () =>
  useAction({
    failure: 'default',
    mutationFn: async ({ number, ...params }: Of & { number: string }) => ({
      pdf: await (await call(finance.invoicePdf, { params })).blob(),
      number,
    }),
    onSuccess: ({ pdf, number }) => saveFile(pdf, `invoice-${number}.pdf`),
  });

/** Downloads the days of a statement as CSV. */
export const useDownloadStatement = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: async ({ id: statementId, month, currency }: Statement) => ({
      csv: await (await call(finance.statementDays, { params: { id, statementId } })).blob(),
      name: `statement-${month}-${currency}.csv`,
    }),
    onSuccess: ({ csv, name }) => saveFile(csv, name),
  });
