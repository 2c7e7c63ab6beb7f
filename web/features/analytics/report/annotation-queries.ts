import { annotations as api, type Annotation } from '#contract/api/annotations.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, keyedQuery } from '#web/lib/endpoint-query.ts';

/** What annotations belong to: a station, or an account as a whole. */
export type AnnotationPlace = { accountKey: AccountKey; stationKey?: StationKey | undefined };
type Days = { from_date: string; to_date: string };

/** The annotations of a report's days. */
export const annotationsQuery = ({ accountKey, stationKey }: AnnotationPlace, days: Days) =>
  keyedQuery(
    stationKey === undefined
      ? endpointKey(api.listOfAccount, { params: { id: accountKey }, query: days })
      : endpointKey(api.listOfStation, { params: { key: stationKey }, query: days }),
    ({ signal }): Promise<Annotation[]> =>
      stationKey === undefined
        ? call(api.listOfAccount, { params: { id: accountKey }, query: days }, { signal })
        : call(api.listOfStation, { params: { key: stationKey }, query: days }, { signal }),
    { throwOnError: false, staleTime: 60_000 },
  );

/** Whether an annotation can be changed on this page: those of the whole account only on the account's. */
export const isOwnAnnotation = ({ stationKey }: AnnotationPlace, { station }: Annotation): boolean =>
  stationKey === undefined || station?.key === stationKey;

type Content = { date: string; text: string };

/** Adds, changes and deletes annotations. */
export const useAnnotations = ({ accountKey: id, stationKey: key }: AnnotationPlace) => {
  return {
    save: useAction({
      failure: 'default',
      mutationFn: ({ annotationId, ...body }: Content & { annotationId?: string | undefined }): Promise<Annotation> => {
        if (annotationId === undefined)
          return key === undefined
            ? call(api.addToAccount, { params: { id }, body })
            : call(api.addToStation, { params: { key }, body });
        return key === undefined
          ? call(api.changeOfAccount, { params: { id, annotationId }, body })
          : call(api.changeOfStation, { params: { key, annotationId }, body });
      },
      meta: { form: true },
    }),
    remove: useAction({
      failure: 'default',
      mutationFn: (annotationId: string) =>
        key === undefined
          ? call(api.removeOfAccount, { params: { id, annotationId } })
          : call(api.removeOfStation, { params: { key, annotationId } }),
    }),
  };
};
