import { sql } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import { defaultTheme, type SiteContent } from '#contract/api/site.ts';
import { newBlock, type SiteBlock, type BlockType } from '#contract/api/site-blocks.ts';
import type { Db } from '#server/kernel/kernel.ts';

type Owned = { company: string; station: string | null; stations: number; podcasts: number; language: string | null };

/** A complete site made of what an account has, and a slug for it; nothing is stored. */
export const proposeSite = async (db: Db, account: AccountKey): Promise<{ slug: string; draft: SiteContent }> => {
  const owned = await readOwned(db, account);
  const blocks: SiteBlock[] = [];
  const add = (type: BlockType, values: object = {}): void =>
    void blocks.push({ ...newBlock(type, `b${blocks.length + 1}`), ...values } as SiteBlock);
  add('hero', { station: owned.station ?? '' });
  if (owned.station !== null) add('recent', { station: owned.station });
  if (owned.stations > 1) add('stations');
  if (owned.podcasts > 0) add('podcasts');
  if (owned.stations > 0) add('people');
  if (owned.station !== null) add('social', { station: owned.station });
  const draft: SiteContent = {
    title: owned.company,
    language: owned.language ?? 'en',
    theme: defaultTheme,
    nav: true,
    seo: { title: '', description: '', index: true },
    pages: [{ path: '', title: 'Home', blocks }],
    ads_txt: '',
  };
  return { slug: await freeSlug(db, owned.company, account), draft };
};

const readOwned = async (db: Db, account: AccountKey): Promise<Owned> => {
  const alive = sql`account_key = ${account} and deleted_at is null`;
  const { rows } = await sql<Owned>`
    select company, (select key from stations where ${alive} order by created, key limit 1) as station,
      (select language from stations where ${alive} order by created, key limit 1) as language,
      (select count(*)::int from stations where ${alive}) as stations,
      (select count(*)::int from podcasts where account_key = ${account} and published) as podcasts
    from accounts where key = ${account}`.execute(db);
  return rows[0]!;
};

/** The account's name as a slug, with a number where another site has it. */
const freeSlug = async (db: Db, company: string, account: AccountKey): Promise<string> => {
  const plain = company
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  const wanted = plain.length < 3 ? `radio-${account.slice(2, 10).toLowerCase()}` : plain;
  const { rows } = await sql<{ slug: string }>`
    select slug from sites where slug = ${wanted} or slug like ${`${wanted}-%`}`.execute(db);
  const taken = new Set(rows.map(({ slug }) => slug));
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
};
