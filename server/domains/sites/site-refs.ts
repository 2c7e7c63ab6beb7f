import { sql } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { SiteContent } from '#contract/api/site.ts';
import type { SiteBlock } from '#contract/api/site-blocks.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';

type Kind = 'station' | 'podcast' | 'player' | 'image';
type Ref = { kind: Kind; key: string; path: string };

/**
 * Refuses with `site.foreign` a draft that names stations, podcasts, players or images of another account, or deleted ones; the
 * fields say where.
 */
export const checkRefs = async (tx: Tx, account: AccountKey, draft: SiteContent): Promise<void> => {
  const refs = refsIn(draft);
  const known = await knownKeys(tx, account, refs);
  const foreign = refs.filter(({ kind, key }) => !known.has(`${kind} ${key}`));
  if (foreign.length === 0) return;
  const fields = foreign.map(({ path }) => [`draft.${path}`, 'This no longer belongs to the account.'] as const);
  refuse('site.foreign', {}, Object.fromEntries(fields));
};

/** The images that a content shows. */
export const imagesIn = (content: SiteContent): string[] =>
  refsIn(content).flatMap(({ kind, key }) => (kind === 'image' ? [key] : []));

/** Everything that a content names, with the dotted path of each. */
const refsIn = ({ theme, pages }: SiteContent): Ref[] => {
  const ofTheme = (['cover', 'logo'] as const).map((name) => ref('image', theme[name] ?? '', `theme.${name}`));
  const ofPages = pages.flatMap(({ blocks }, p) =>
    blocks.flatMap((block, b) => refsOfBlock(block, `pages.${p}.blocks.${b}`)),
  );
  return [...ofTheme, ...ofPages].filter(({ key }) => key !== '');
};

const refsOfBlock = (block: SiteBlock, path: string): Ref[] => {
  switch (block.type) {
    case 'hero':
    case 'recent':
    case 'social':
      return [ref('station', block.station, `${path}.station`)];
    case 'player':
      return [ref('player', block.player, `${path}.player`)];
    case 'podcasts':
      return block.keys.map((key, i) => ref('podcast', key, `${path}.keys.${i}`));
    case 'episodes':
      return [ref('podcast', block.podcast, `${path}.podcast`)];
    case 'schedule':
      return block.rows.map(({ podcast }, i) => ref('podcast', podcast, `${path}.rows.${i}.podcast`));
    case 'image':
      return [ref('image', block.image, `${path}.image`)];
    case 'stations':
    case 'people':
    case 'text':
    case 'links':
    case 'partners':
    case 'contact':
      return [];
  }
};

const ref = (kind: Kind, key: string, path: string): Ref => ({ kind, key, path });

const knownKeys = async (tx: Tx, account: AccountKey, refs: readonly Ref[]): Promise<Set<string>> => {
  const of = (kind: Kind): string[] => [...new Set(refs.flatMap((one) => (one.kind === kind ? [one.key] : [])))];
  const { rows } = await sql<{ known: string }>`
    select 'station ' || key as known from stations
      where account_key = ${account} and deleted_at is null and key = any(${of('station')})
    union all select 'podcast ' || key from podcasts where account_key = ${account} and key = any(${of('podcast')})
    union all select 'player ' || key from players
      where account_key = ${account} and removed_at is null and key = any(${of('player')})
    union all select 'image ' || name from site_images where account_key = ${account} and name = any(${of('image')})`.execute(
    tx,
  );
  return new Set(rows.map(({ known }) => known));
};
