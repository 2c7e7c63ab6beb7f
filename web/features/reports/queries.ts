import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ReportSchedule } from '#contract/report-schedule.ts';
import { useAction } from '#web/lib/action.ts';
import { callsOf, planOf, type Place, type ReportInput, type ViewChange, type ViewInput } from './report-calls.ts';

const whileSendingMs = 2_000;

export const viewsQuery = (place: Place) =>
  queryOptions({
    queryKey: ['reports', 'views', place],
    queryFn: ({ signal }) => callsOf(place).views({ signal }),
    staleTime: 60_000,
  });

/** Saves a view, changes one, deletes one. */
export const useViews = (place: Place) => {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: viewsQuery(place).queryKey });
  return {
    save: useAction({
      failure: 'default',
      mutationFn: (body: ViewInput) => callsOf(place).save(body),
      meta: { form: true },
      onSettled,
    }),
    change: useAction({
      failure: 'default',
      mutationFn: ({ id, ...body }: ViewChange & { id: string }) => callsOf(place).change(id, body),
      meta: { form: true },
      onSettled,
    }),
    remove: useAction({ failure: 'default', mutationFn: (id: string) => callsOf(place).removeView(id), onSettled }),
  };
};

/** What is known of mailed reports begins with it. */
export const mailedReports = ['reports', 'mailed'] as const;

/** The mailed reports of a place; looked at again while one of them is being sent. */
export const reportsQuery = (place: Place) =>
  queryOptions({
    queryKey: [...mailedReports, place],
    queryFn: ({ signal }) => callsOf(place).reports({ signal }),
    refetchInterval: ({ state }) =>
      state.data?.entities.some(({ last }) => last?.open === true) === true ? whileSendingMs : false,
  });

/** Has a report mailed, changes when and to whom one is, stops one, sends one at once. */
export const useReports = (place: Place) => {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: mailedReports });
  return {
    save: useAction({
      failure: 'default',
      mutationFn: ({ id, ...body }: ReportInput & { id?: string | undefined }) =>
        id === undefined ? callsOf(place).addReport(body) : callsOf(place).changeReport(id, planOf(body)),
      meta: { form: true },
      onSettled,
    }),
    remove: useAction({ failure: 'default', mutationFn: (id: string) => callsOf(place).removeReport(id), onSettled }),
    send: useAction({ failure: 'default', mutationFn: (id: string) => callsOf(place).send(id), onSettled }),
  };
};

/** Where a report is changed: with its own station, account or portal. */
export const placeOfReport = ({ scope, station_key }: ReportSchedule, listed: Place): Place =>
  scope === 'station' && station_key ? { scope, key: station_key } : listed;
