import { keepPreviousData } from '@tanstack/react-query';
import {
  finance,
  type NewAdInvoice,
  type RevenueFrequency,
  type RevenuePart,
  type Statement,
} from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, endpointQuery, keyedQuery, pagedQuery } from '#web/lib/endpoint-query.ts';
import { saveFile } from '#web/lib/save-file.ts';
import type { Days } from './frames.ts';

const minuteMs = 60_000;

export const overviewQuery = (id: AccountKey) =>
  endpointQuery(finance.overview, { params: { id } }, { staleTime: minuteMs });

/** Revenue by day or month, oldest first: the reply is reversed (spec §7). */
export const revenueQuery = (id: AccountKey, frequency: RevenueFrequency, days: Days) =>
  keyedQuery(
    endpointKey(finance.revenue, { params: { id, frequency }, query: days }),
    async ({ signal }) =>
      (await call(finance.revenue, { params: { id, frequency }, query: days }, { signal })).toReversed(),
    { placeholderData: keepPreviousData, refetchInterval: minuteMs },
  );

type Part = Days & { by: RevenuePart; campaign?: string | undefined; station?: string | undefined };
export const breakdownQuery = (id: AccountKey, query: Part) =>
  endpointQuery(finance.breakdown, { params: { id }, query }, { placeholderData: keepPreviousData });

type Page = { limit: number; offset: number };
type Heard = Days & Page & { campaign: string; station: string; break: string };
export const impressionsQuery = (id: AccountKey, query: Heard) =>
  endpointQuery(finance.impressions, { params: { id }, query }, { placeholderData: keepPreviousData });

export const statementsQuery = (id: AccountKey, query: Page) =>
  endpointQuery(finance.statements, { params: { id }, query }, { placeholderData: keepPreviousData });

/** What a statement says in all. */
export const statementQuery = (id: AccountKey, statementId: string) =>
  endpointQuery(finance.statement, { params: { id, statementId }, query: { limit: 1, offset: 0 } });

/** The lines of a statement, page by page. */
export const statementLinesQuery = (id: AccountKey, statementId: string) =>
  pagedQuery(
    endpointKey(finance.statement, { params: { id, statementId } }, 'lines'),
    ({ pageParam: offset, signal }) =>
      call(finance.statement, { params: { id, statementId }, query: { limit: linesAtOnce, offset } }, { signal }),
    {
      initialPageParam: 0,
      getNextPageParam: ({ total }, pages) =>
        pages.length * linesAtOnce < total ? pages.length * linesAtOnce : undefined,
    },
  );
const linesAtOnce = 100;

export const invoicesQuery = (id: AccountKey, query: Page) =>
  endpointQuery(finance.invoices, { params: { id }, query }, { placeholderData: keepPreviousData });

/** What an invoice would say. */
export const previewQuery = (id: AccountKey, body: NewAdInvoice) =>
  endpointQuery(
    finance.previewInvoice,
    { params: { id }, body },
    { placeholderData: keepPreviousData, enabled: body.accountName !== '' },
  );

export const openInvoicesQuery = (query: Page) =>
  endpointQuery(finance.openInvoices, { query }, { placeholderData: keepPreviousData });

/** Makes the invoice of a statement. */
export const useCreateAdInvoice = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: ({ body, key }: { body: NewAdInvoice; key: string }) =>
      call(finance.createInvoice, { params: { id }, body }, { idempotencyKey: key }),
    meta: { form: true },
  });

type Of = { id: AccountKey; invoiceId: string };

/** Mails a draft. */
export const useSendAdInvoice = () =>
  useAction({
    failure: 'default',
    mutationFn: (params: Of) => call(finance.sendInvoice, { params }),
  });

/** Notes that the portal has paid an invoice. */
export const usePayAdInvoice = () =>
  useAction({
    failure: 'default',
    mutationFn: (invoiceId: string) => call(finance.payInvoice, { params: { invoiceId } }),
  });

/** Voids an invoice. */
export const useVoidAdInvoice = () =>
  useAction({
    failure: 'default',
    mutationFn: (params: Of) => call(finance.voidInvoice, { params }),
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
