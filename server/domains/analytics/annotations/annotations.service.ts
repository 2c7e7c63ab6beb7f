import type { Annotation } from '#contract/api/annotations.ts';
import { limits } from '#contract/rules/limits.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import {
  annotationById,
  annotationsOf,
  countAnnotations,
  deleteAnnotation,
  insertAnnotation,
  updateAnnotation,
  type AnnotationPlace,
  type AnnotationRow,
} from './annotations.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock'>;
type Content = { date: string; text: string };

/** The annotations of a page on these days. */
export const listAnnotations = async (
  { db }: Pick<Deps, 'db'>,
  place: AnnotationPlace,
  days: { from_date: string; to_date: string },
): Promise<Annotation[]> => (await annotationsOf(db, place, days)).map(present);

/** Annotates a day of a station or an account; refuses with `annotation.limit`. */
export const addAnnotation = async (
  deps: Deps,
  place: AnnotationPlace,
  who: Person,
  content: Content,
): Promise<Annotation> =>
  await deps.db.transaction().execute(async (tx) => {
    if ((await countAnnotations(tx, place.account)) >= limits.annotations)
      refuse('annotation.limit', { max: limits.annotations });
    const id = await insertAnnotation(tx, place, { ...content, created_by: who.id, created: deps.clock.now() });
    return present(await existing(tx, place, id));
  });

/** Changes an annotation; everyone who may read the statistics may, because its creator may be gone. */
export const changeAnnotation = async (
  deps: Deps,
  place: AnnotationPlace,
  id: string,
  content: Content,
): Promise<Annotation> => {
  await existing(deps.db, place, id);
  await updateAnnotation(deps.db, id, content, deps.clock.now());
  return present(await existing(deps.db, place, id));
};

/** Deletes an annotation. */
export const removeAnnotation = async (deps: Deps, place: AnnotationPlace, id: string): Promise<undefined> => {
  await existing(deps.db, place, id);
  await deleteAnnotation(deps.db, id);
};

const existing = async (db: Db | Tx, place: AnnotationPlace, id: string): Promise<AnnotationRow> =>
  (await annotationById(db, place, id)) ?? refuse('annotation.notFound');

const present = ({ id, date, text, station_key, station_name, by, updated }: AnnotationRow): Annotation => ({
  ...{ id, date, text, by, updated: updated.toISOString() },
  station: station_key === null ? null : { key: station_key, name: station_name ?? station_key },
});
