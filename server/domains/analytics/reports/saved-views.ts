import type * as z from 'zod/mini';
import { keyPrefix, type Resource } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { Action } from '#contract/rules/permissions.ts';
import type { ChangedView, NewView, SavedView, ViewSearch } from '#contract/api/saved-view.ts';
import { checkAction, notFound } from '#server/kernel/auth/access.ts';
import { findResourceContexts } from '#server/kernel/auth/resource-context.ts';
import type { Person, ResourceContext } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import type { ReportContext } from './report-context.ts';
import {
  countOwnViews,
  deleteView,
  insertView,
  isNameTaken,
  setDefault,
  unsetDefault,
  updateView,
  viewsOf,
  type ViewRow,
} from './saved-views.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock'>;

/** The views of a context: the user's own and shared ones. */
export const listViews = async (deps: Deps, context: ReportContext, who: Person): Promise<SavedView[]> =>
  await viewsOf(deps.db, context, who.id);

/**
 * Saves the state of a page under a name: at most `limits.savedViews` per user and account, each name once per page.
 * Everything that the state refers to must belong to the context and be visible to the user.
 */
export const saveView = async (
  deps: Deps,
  context: ReportContext,
  who: Person,
  given: z.output<typeof NewView>,
): Promise<SavedView> => {
  const { is_default, ...view } = given;
  await checkNamed(deps.db, context, who, view.search);
  return await deps.db.transaction().execute(async (tx) => {
    if ((await countOwnViews(tx, context, who.id)) >= limits.savedViews)
      refuse('view.limit', { max: limits.savedViews });
    const id = (await insertView(tx, context, who.id, view)) ?? refuse('view.nameTaken');
    if (is_default) await setDefault(tx, context, who.id, { id, page: view.page });
    return await viewNamed(tx, context, who, id);
  });
};

/**
 * Changes the user's own view, or sets any visible one as default; a view that is no longer shared stops being other
 * users' default.
 */
export const changeView = async (
  deps: Deps,
  context: ReportContext,
  who: Person,
  id: string,
  { is_default, ...changed }: z.output<typeof ChangedView>,
): Promise<SavedView> => {
  if (changed.search) await checkNamed(deps.db, context, who, changed.search);
  return await deps.db.transaction().execute(async (tx) => {
    const before = await viewNamed(tx, context, who, id);
    if (Object.keys(changed).length > 0) {
      if (!before.own) refuse('view.notYours');
      const view = { name: before.name, search: before.search, shared: before.shared, ...defined(changed) };
      if (await isNameTaken(tx, context, who.id, { ...before, ...view })) refuse('view.nameTaken');
      await updateView(tx, id, view, deps.clock.now());
      if (!view.shared) await unsetDefault(tx, id, { butUser: who.id });
    }
    if (is_default === true) await setDefault(tx, context, who.id, before);
    if (is_default === false) await unsetDefault(tx, id, { user: who.id });
    return await viewNamed(tx, context, who, id);
  });
};

/** Deletes a view; anyone who sees a shared one may delete it, because its creator may be gone. */
export const removeView = async (deps: Deps, context: ReportContext, who: Person, id: string): Promise<undefined> => {
  await viewNamed(deps.db, context, who, id);
  await deleteView(deps.db, id);
};

const viewNamed = async (db: Db | Tx, context: ReportContext, who: Person, id: string): Promise<ViewRow> =>
  (await viewsOf(db, context, who.id, id))[0] ?? refuse('view.notFound');

type Changes = Partial<Pick<SavedView, 'name' | 'search' | 'shared'>>;
const defined = (changes: { [K in keyof Changes]: Changes[K] | undefined }): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

const actions: Partial<Record<Resource, Action>> = {
  account: 'account.readAnalytics',
  station: 'station.readAnalytics',
  podcast: 'podcast.readAnalytics',
  episode: 'podcast.readAnalytics',
};

/** Refuses keys that the user may not see or that lie outside of the context, as if they did not exist. */
const checkNamed = async (db: Db, context: ReportContext, who: Person, search: ViewSearch): Promise<void> => {
  const wanted = new Map<Resource, Set<string>>();
  for (const text of Object.values(search).flat().map(String)) {
    const resource = resourceOf(text);
    if (resource) wanted.set(resource, new Set([...(wanted.get(resource) ?? []), text]));
  }
  if (wanted.size === 0) return;
  const found = await findResourceContexts(db, who, wanted);
  for (const [resource, keys] of wanted)
    for (const key of keys) {
      const named = found.get(key);
      const action = actions[resource];
      if (!named || !action || !liesWithin(named, context)) return refuse(notFound[resource]);
      checkAction(action, named);
    }
};

const resourceOf = (text: string): Resource | undefined =>
  /^[a-z]-[1-9A-HJ-NP-Za-km-z]{22}$/.test(text)
    ? (Object.keys(keyPrefix) as Resource[]).find((resource) => text.startsWith(`${keyPrefix[resource]}-`))
    : undefined;

const liesWithin = (named: ResourceContext, context: ReportContext): boolean =>
  context.scope === 'portal' ||
  (named.account === context.account && (context.scope === 'account' || named.station === context.station));
