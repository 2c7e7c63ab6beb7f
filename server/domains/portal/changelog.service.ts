import type { Insertable, Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { ChangedChangelogItem, ChangelogItem, NewChangelogItem } from '#contract/api/portal.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { cleanHtml } from '#server/platform/rich-text.ts';
import type { ChangelogTable } from './portal.tables.ts';
import { changeChangelogRow, insertChangelog, listChangelog, removeChangelogRow } from './changelog.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock'>;

/** The latest 200 entries (spec §3 "Changelog: a list of items"). */
export const changelogItems = async ({ db }: Deps): Promise<{ items: ChangelogItem[] }> => ({
  items: (await listChangelog(db)).map(present),
});

/** The id of the latest entry; null without one. */
export const latestChange = async (db: Kernel['db']): Promise<string | null> =>
  (await listChangelog(db, 1))[0]?.id ?? null;

/** Adds an entry with sanitised HTML. */
export const addChangelog = async (
  { db, clock }: Deps,
  body: z.output<typeof NewChangelogItem>,
): Promise<ChangelogItem> =>
  present(await insertChangelog(db, { ...columnsOf(body), created: clock.now(), updated: clock.now() }));

/** Changes an entry. Refuses `changelog.notFound`. */
export const changeChangelog = async (
  { db, clock }: Deps,
  { id, ...body }: z.output<typeof ChangedChangelogItem>,
): Promise<ChangelogItem> => {
  const row = await changeChangelogRow(db, id, { ...columnsOf(body), updated: clock.now() });
  return present(row ?? refuse('changelog.notFound'));
};

/** Removes an entry. Refuses `changelog.notFound`. */
export const removeChangelog = async ({ db }: Deps, id: string): Promise<undefined> => {
  if (!(await removeChangelogRow(db, id))) refuse('changelog.notFound');
};

const columnsOf = ({
  contentHtml,
  ...body
}: z.output<typeof NewChangelogItem>): Omit<Insertable<ChangelogTable>, 'id' | 'created'> => ({
  ...body,
  content_html: cleanHtml(contentHtml),
});

const present = (row: Selectable<ChangelogTable>): ChangelogItem => ({
  id: row.id,
  title: row.title,
  version: row.version,
  contentHtml: row.content_html,
  kind: row.kind,
  date: row.date,
});
