import type { SiteContent, SitePage } from '#contract/api/site.ts';
import type { SiteBlock } from '#contract/api/site-blocks.ts';

/** What happened to a block; `fields` are the names of those that differ. */
export type BlockChange = { kind: 'added' | 'removed' | 'moved' | 'changed'; block: SiteBlock; fields: string[] };
/** What happened to a page: only its blocks, its title too, or all of it. */
export type PageChange = {
  kind: 'added' | 'removed' | 'changed';
  page: SitePage;
  /** Its title or path before; undefined if they are the same. */
  before: Pick<SitePage, 'title' | 'path'> | undefined;
  blocks: BlockChange[];
};
export type SiteField = Exclude<keyof SiteContent, 'pages'> | 'order';
export type SiteChanges = { fields: SiteField[]; pages: PageChange[] };

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * How a draft differs from what is published. Pages are the same by path, blocks by ID; a page with another path is recognized by its
 * blocks. A block that moved past others is named once, however many it passed.
 */
export const siteChanges = (published: SiteContent, draft: SiteContent): SiteChanges => {
  const { pages: _before, ...before } = published;
  const { pages: _after, ...after } = draft;
  const names = Object.keys(after) as Exclude<keyof SiteContent, 'pages'>[];
  const pairs = draft.pages.map((page) => ({ page, old: originOf(page, published.pages, draft.pages) }));
  const known = pairs.flatMap(({ old }) => (old ? [published.pages.indexOf(old)] : []));
  return {
    fields: [
      ...names.filter((name) => !same(before[name], after[name])),
      ...(known.some((at, i) => i > 0 && at < known[i - 1]!) ? (['order'] as const) : []),
    ],
    pages: [
      ...pairs.flatMap(({ page, old }) => pageChange(page, old)),
      ...published.pages
        .filter((page) => !pairs.some(({ old }) => old === page))
        .map((page) => ({ kind: 'removed' as const, page, before: undefined, blocks: [] })),
    ],
  };
};

/** Whether a draft would publish anything else. */
export const hasChanges = ({ fields, pages }: SiteChanges): boolean => fields.length + pages.length > 0;

const originOf = (page: SitePage, before: readonly SitePage[], after: readonly SitePage[]): SitePage | undefined => {
  const byPath = before.find(({ path }) => path === page.path);
  if (byPath) return byPath;
  const ids = new Set(page.blocks.map(({ id }) => id));
  const isFree = ({ path }: SitePage): boolean => !after.some((other) => other.path === path);
  return before.find((old) => isFree(old) && old.blocks.some(({ id }) => ids.has(id)));
};

const pageChange = (page: SitePage, old: SitePage | undefined): PageChange[] => {
  if (!old) return [{ kind: 'added', page, before: undefined, blocks: [] }];
  const blocks = blockChanges(old.blocks, page.blocks);
  const isRenamed = old.title !== page.title || old.path !== page.path;
  if (!isRenamed && blocks.length === 0) return [];
  return [{ kind: 'changed', page, before: isRenamed ? { title: old.title, path: old.path } : undefined, blocks }];
};

const blockChanges = (before: readonly SiteBlock[], after: readonly SiteBlock[]): BlockChange[] => {
  const places = new Map(before.map(({ id }, i) => [id, i]));
  const moved = movedOf(after.flatMap(({ id }) => places.get(id) ?? []));
  return [
    ...after.flatMap((block): BlockChange[] => {
      const place = places.get(block.id);
      const old = place === undefined ? undefined : before[place];
      if (!old || place === undefined) return [{ kind: 'added', block, fields: [] }];
      const fields = fieldsThatDiffer(old, block);
      return [
        ...(fields.length > 0 ? [{ kind: 'changed' as const, block, fields }] : []),
        ...(moved.has(place) ? [{ kind: 'moved' as const, block, fields: [] }] : []),
      ];
    }),
    ...before
      .filter(({ id }) => !after.some((block) => block.id === id))
      .map((block) => ({ kind: 'removed' as const, block, fields: [] })),
  ];
};

const fieldsThatDiffer = (old: SiteBlock, block: SiteBlock): string[] => {
  const [one, other] = [old, block] as unknown as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => !same(one[name], other[name]));
};

/** The numbers that must move so that the others ascend: all but those of a longest ascending row. */
const movedOf = (order: readonly number[]): ReadonlySet<number> => {
  const rows: number[][] = [];
  for (const [i, number] of order.entries()) {
    const longest = rows
      .slice(0, i)
      .filter((row) => row.at(-1)! < number)
      .reduce<number[]>((best, row) => (row.length > best.length ? row : best), []);
    rows.push([...longest, number]);
  }
  const stays = new Set(rows.reduce<number[]>((best, row) => (row.length > best.length ? row : best), []));
  return new Set(order.filter((number) => !stays.has(number)));
};
