import { appleCategory, categoryIds } from '#contract/rules/podcast-categories.ts';

/** A directory's category: its top level, and its sub-level or ''. */
type NamedCategory = { top: string; sub: string };

/** Maps a directory's category to ours, exactly or to the nearest one; undefined if none is near. */
export const matchCategory = ({ top, sub }: NamedCategory): { id: string; isExact: boolean } | undefined => {
  const exact = byName.get(nameOf(top, sub));
  if (exact) return { id: exact, isExact: true };
  const near = nearest[nameOf(top, sub)] ?? byName.get(nameOf(top, '')) ?? nearest[nameOf(top, '')];
  return near === undefined ? undefined : { id: near, isExact: false };
};

const nameOf = (top: string, sub: string): string => `${top}/${sub}`.trim().toLowerCase();

const depth = (id: string): number => (id.includes('/') ? 1 : 0);

/** Our categories by Apple's current names, and by our own, which are Apple's former names. */
const byName: ReadonlyMap<string, string> = new Map(
  categoryIds
    .flatMap((id) => {
      const [top = '', sub = ''] = id.split('/');
      const apple = appleCategory(id);
      const own: [string, string] = [nameOf(top, sub), id];
      return apple ? [[nameOf(apple.top, apple.sub ?? ''), id] as [string, string], own] : [own];
    })
    .sort(([, first], [, second]) => depth(first) - depth(second))
    .reverse(),
);

/** Apple's current categories without an equivalent in our list. */
const nearest: Record<string, string> = {
  'fiction/': 'Arts/Literature',
  'fiction/comedy fiction': 'Comedy',
  'history/': 'Society & Culture/History',
  'true crime/': 'Society & Culture',
  'leisure/': 'Games & Hobbies',
  'leisure/crafts': 'Games & Hobbies/Hobbies',
  'leisure/home & garden': 'Games & Hobbies/Hobbies',
  'leisure/animation & manga': 'TV & Film',
  'business/entrepreneurship': 'Business',
  'business/marketing': 'Business/Management & Marketing',
  'education/courses': 'Education/Training',
  'health & fitness/mental health': 'Health/Self-Help',
  'health & fitness/nutrition': 'Health/Fitness & Nutrition',
  'news/politics': 'News & Politics',
  'society & culture/documentary': 'Society & Culture',
  'society & culture/relationships': 'Society & Culture/Personal Journals',
};
