import { useQueryClient } from '@tanstack/react-query';
import type { FailureCode } from '#contract/texts/errors/failures.ts';
import type { InputOf } from '#contract/api/http.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { rawData, type RawFileQuery, type RawReport } from '#contract/api/raw-data.ts';
import { useAction } from '#web/lib/action.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { failureOf, throwFailureOf } from '#web/lib/error-of.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, endpointQuery, keepPreviousOf, keyedQuery } from '#web/lib/endpoint-query.ts';
import { saveFile } from '#web/lib/save-file.ts';

type Days = { from_date: string; to_date: string };

/** Which sessions, and in which order: the contract's query of `preview` but for its days. */
export type PreviewPage = Omit<NonNullable<InputOf<typeof rawData.preview>['query']>, keyof Days>;

/** A page of the sessions of a period that match. */
export const previewQuery = (key: StationKey, days: Days, page: PreviewPage) =>
  keyedQuery(
    endpointKey(rawData.preview, { params: { key }, query: { ...days, ...page } }),
    ({ signal }) =>
      call(rawData.preview, { params: { key }, query: { ...days, ...page } }, { signal }).catch(
        throwFailureOf('raw.liveFailed'),
      ),
    { staleTime: 15_000, ...keepPreviousOf(key) },
  );

/** The files the user requested, polled while one is being prepared. */
export const reportsQuery = (key: StationKey) =>
  endpointQuery(
    rawData.reports,
    { params: { key } },
    { refetchInterval: ({ state }) => (state.data?.reports.some(isWaiting) ? 3000 : false) },
  );

const isWaiting = ({ state }: RawReport): boolean => state === 'waiting';

export const subscriptionQuery = (key: StationKey) =>
  keyedQuery(endpointKey(rawData.status, { params: { key } }), ({ signal }) =>
    call(rawData.status, { params: { key } }, { signal }).catch(throwFailureOf('raw.statusFailed')),
  );

/** The monthly files, polled while one is being prepared. */
export const archivesQuery = (key: StationKey) =>
  keyedQuery(
    endpointKey(rawData.archives, { params: { key }, query: {} }),
    ({ signal }) =>
      call(rawData.archives, { params: { key }, query: {} }, { signal }).catch(throwFailureOf('raw.archivesFailed')),
    {
      refetchInterval: ({ state }) => ((state.data?.waiting.length ?? 0) > 0 ? 30_000 : false),
    },
  );

type Download = { request: RawFileQuery; signal: AbortSignal; onBytes: (bytes: number) => void };

/** Downloads a raw data file with progress and saves it under its name. */
export const useDownloadRaw = (key: StationKey) =>
  useAction({
    failure: 'raw.liveFailed',
    mutationFn: ({ request, signal, onBytes }: Download) => downloadRaw(key, request, signal, onBytes),
  });

const downloadRaw = async (
  key: StationKey,
  query: RawFileQuery,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  const reply = await call(rawData.detailed, { params: { key }, query }, { signal });
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, to) {
      bytes += chunk.byteLength;
      onBytes(bytes);
      to.enqueue(chunk);
    },
  });
  const name = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1];
  // A Blob lets the browser store a large file on disk instead of in the page's memory.
  const content = reply.body?.pipeThrough(counting) ?? null;
  const file = await new Response(content, { headers: { 'content-type': 'text/csv' } })
    .blob()
    .catch((cause: unknown) => {
      throw signal.aborted ? cause : failureOf('raw.liveFailed', cause);
    });
  saveFile(file, name ?? `${query.kind}.csv`);
};

/** Requests a file whose link is sent by e-mail. */
export const useEmailRawData = (key: StationKey) =>
  useAction({
    failure: 'raw.monthlyFailed',
    mutationFn: (body: RawFileQuery) => call(rawData.mailStationReport, { params: { key }, body }),
    onSuccess: ({ email }) => toastSuccess(`Preparing the file. We’ll e-mail a link to ${email}.`),
  });

/** Downloads a file that was requested by e-mail. */
export const useDownloadReport = (key: StationKey) =>
  useAction({
    failure: 'raw.archivesFailed',
    mutationFn: (id: string) => call(rawData.reportLink, { params: { key, id } }),
    onSuccess: ({ url }) => startDownload(url),
  });

/** Downloads monthly files one after the other. */
export const useDownloadArchives = (key: StationKey) =>
  useAction({
    failure: 'raw.archivesFailed',
    mutationFn: (period: string[]) => call(rawData.archives, { params: { key }, query: { period } }),
    onSuccess: async ({ files }) => {
      for (const { url } of files) {
        if (url !== null) startDownload(url);
        // Browsers drop a download when another one starts immediately after it.
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    },
  });

/** Lets the browser download a URL without leaving the page. */
const startDownload = (url: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
};

export const useSubscribe = (key: StationKey) => useChange(key, rawData.subscribe, 'raw.subscribeFailed');
export const useUnsubscribe = (key: StationKey) => useChange(key, rawData.unsubscribe, 'raw.unsubscribeFailed');

const useChange = (
  key: StationKey,
  endpoint: typeof rawData.subscribe | typeof rawData.unsubscribe,
  failure: FailureCode,
) => {
  const client = useQueryClient();
  return useAction({
    failure,
    mutationFn: () => call(endpoint as typeof rawData.subscribe, { params: { key } }),
    onSuccess: (subscription) => client.setQueryData(subscriptionQuery(key).queryKey, subscription),
  });
};
