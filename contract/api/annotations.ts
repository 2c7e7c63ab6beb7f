import * as z from 'zod/mini';
import { ListeningDay } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { StationKey } from '../rules/keys.ts';
import { text } from '../rules/listing.ts';

const annotationsOfAccount = ['accounts/{id}/analytics/annotations', 'stations/*/analytics/annotations'] as const;
const annotationsOfStation = ['stations/{key}/analytics/annotations', 'accounts/*/analytics/annotations'] as const;

/* Notes on a day that charts of listening show: a campaign, a broken transmitter. They belong to a station or an account. */

const NewAnnotation = z.object({
  date: ListeningDay,
  text: text(200).check(z.minLength(1, 'Please enter a text.')),
});

export const Annotation = z.object({
  id: z.string(),
  date: z.string(),
  text: z.string(),
  /** The station it belongs to; null for the whole account. */
  station: z.nullable(z.object({ key: StationKey, name: z.string() })),
  /** Who created it; '' if they no longer exist. */
  by: z.string(),
  updated: z.string(),
});
export type Annotation = z.infer<typeof Annotation>;

/** A list belongs to dates, both inclusive. */
const days = { from_date: ListeningDay, to_date: ListeningDay };
const AnnotationId = { annotationId: z.uuid('Not the ID of an annotation.') };
const hourlyRate = { max: 240, seconds: 3600 };

export const annotations = {
  listOfAccount: endpoint('GET accounts/{id}/analytics/annotations', {
    access: 'account.readAnalytics',
    summary: 'The annotations of an account and its stations on these days',
    query: days,
    returns: z.array(Annotation),
    spec: 'own',
  }),
  listOfStation: endpoint('GET stations/{key}/analytics/annotations', {
    access: 'station.readAnalytics',
    summary: 'The annotations of a station and of its whole account on these days',
    query: days,
    returns: z.array(Annotation),
    spec: 'own',
  }),
  addToAccount: endpoint('POST accounts/{id}/analytics/annotations', {
    access: 'account.readAnalytics',
    summary: "Annotate a day in an account's charts",
    body: NewAnnotation,
    returns: Annotation,
    status: 201,
    rateLimit: hourlyRate,
    spec: 'own',
    changes: annotationsOfAccount,
  }),
  addToStation: endpoint('POST stations/{key}/analytics/annotations', {
    access: 'station.readAnalytics',
    summary: "Annotate a day in a station's charts",
    body: NewAnnotation,
    returns: Annotation,
    status: 201,
    rateLimit: hourlyRate,
    spec: 'own',
    changes: annotationsOfStation,
  }),
  changeOfAccount: endpoint('PUT accounts/{id}/analytics/annotations/{annotationId}', {
    access: 'account.readAnalytics',
    summary: 'Change the day or the text of an annotation of an account or one of its stations',
    params: AnnotationId,
    body: NewAnnotation,
    returns: Annotation,
    spec: 'own',
    changes: annotationsOfAccount,
  }),
  changeOfStation: endpoint('PUT stations/{key}/analytics/annotations/{annotationId}', {
    access: 'station.readAnalytics',
    summary: 'Change the day or the text of an annotation of a station',
    params: AnnotationId,
    body: NewAnnotation,
    returns: Annotation,
    spec: 'own',
    changes: annotationsOfStation,
  }),
  removeOfAccount: endpoint('DELETE accounts/{id}/analytics/annotations/{annotationId}', {
    access: 'account.readAnalytics',
    summary: 'Delete an annotation of an account or one of its stations',
    params: AnnotationId,
    spec: 'own',
    changes: annotationsOfAccount,
  }),
  removeOfStation: endpoint('DELETE stations/{key}/analytics/annotations/{annotationId}', {
    access: 'station.readAnalytics',
    summary: 'Delete an annotation of a station',
    params: AnnotationId,
    spec: 'own',
    changes: annotationsOfStation,
  }),
};
