import type { ReportSchedule } from '#contract/api/report-schedule.ts';
import { useAction } from '#web/lib/action.ts';
import { keyedQuery } from '#web/lib/endpoint-query.ts';
import {
  callsOf,
  planOf,
  type ReportScope,
  type ReportInput,
  type ViewChange,
  type ViewInput,
} from './report-calls.ts';

const whileSendingMs = 2_000;

export const viewsQuery = (place: ReportScope) =>
  keyedQuery(callsOf(place).viewsKey, ({ signal }) => callsOf(place).views({ signal }), { staleTime: 60_000 });

/** Saves, changes or deletes a view. */
export const useViews = (place: ReportScope) => {
  return {
    save: useAction({
      failure: 'default',
      mutationFn: (body: ViewInput) => callsOf(place).save(body),
      meta: { form: true },
    }),
    change: useAction({
      failure: 'default',
      mutationFn: ({ id, ...body }: ViewChange & { id: string }) => callsOf(place).change(id, body),
      meta: { form: true },
    }),
    remove: useAction({ failure: 'default', mutationFn: (id: string) => callsOf(place).removeView(id) }),
  };
};

/** The scheduled reports of a scope, polled while one of them is being sent. */
export const reportsQuery = (place: ReportScope) =>
  keyedQuery(callsOf(place).reportsKey, ({ signal }) => callsOf(place).reports({ signal }), {
    refetchInterval: ({ state }) =>
      state.data?.entities.some(({ last }) => last?.open === true) === true ? whileSendingMs : false,
  });

/** Creates, changes, deletes or sends a scheduled report. */
export const useReports = (place: ReportScope) => {
  return {
    save: useAction({
      failure: 'default',
      mutationFn: ({ id, ...body }: ReportInput & { id?: string | undefined }) =>
        id === undefined ? callsOf(place).addReport(body) : callsOf(place).changeReport(id, planOf(body)),
      meta: { form: true },
    }),
    remove: useAction({ failure: 'default', mutationFn: (id: string) => callsOf(place).removeReport(id) }),
    send: useAction({ failure: 'default', mutationFn: (id: string) => callsOf(place).send(id) }),
  };
};

/** The scope that a report is changed in: its own station, else that of the list. */
export const scopeOfReport = ({ scope, station_key }: ReportSchedule, listed: ReportScope): ReportScope =>
  scope === 'station' && station_key ? { scope, key: station_key } : listed;
