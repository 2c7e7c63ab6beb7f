/*
 * The two-level list of spec §3 and §5 (spec-readings 16): the categories of the form, and their names in the list that
 * directories use today (`apple`), which renamed some and dropped others.
 */

type Named = { name: string; apple: string };
type Top = Named & { children: readonly Named[] };

/**
 * `Design>Design`: a sub-level with the same name in Apple's list, or the name after the sign; `^Top` if it became a
 * top level.
 */
const top = (name: string, apple: string, children: readonly string[]): Top => ({
  name,
  apple,
  children: children.map((line) => {
    const [own = '', mapped = own] = line.split('>');
    return { name: own, apple: mapped };
  }),
});

/** A child's `apple` with a slash includes its top level; an empty one maps to its parent's top level. */
export const podcastCategories: readonly Top[] = [
  top('Arts', 'Arts', ['Design', 'Fashion & Beauty', 'Food', 'Literature>Books', 'Performing Arts', 'Visual Arts']),
  top('Business', 'Business', [
    'Business News>News/Business News',
    'Careers',
    'Investing',
    'Management & Marketing>Management',
    'Shopping>',
  ]),
  top('Comedy', 'Comedy', []),
  top('Education', 'Education', [
    'Educational Technology>',
    'Higher Education>',
    'K-12>',
    'Language Courses>Language Learning',
    'Training>How To',
  ]),
  top('Games & Hobbies', 'Leisure', ['Automotive', 'Aviation', 'Hobbies', 'Other Games>Games', 'Video Games']),
  top('Government & Organizations', 'Government', [
    'Local>',
    'National>',
    'Non-Profit>Business/Non-Profit',
    'Regional>',
  ]),
  top('Health', 'Health & Fitness', [
    'Alternative Health',
    'Fitness & Nutrition>Fitness',
    'Self-Help>Education/Self-Improvement',
    'Sexuality',
  ]),
  top('Kids & Family', 'Kids & Family', []),
  top('Music', 'Music', []),
  top('News & Politics', 'News', []),
  top('Religion & Spirituality', 'Religion & Spirituality', [
    'Buddhism',
    'Christianity',
    'Hinduism',
    'Islam',
    'Judaism',
    'Other>',
    'Spirituality',
  ]),
  top('Science & Medicine', 'Science', ['Medicine>Health & Fitness/Medicine', 'Natural Sciences', 'Social Sciences']),
  top('Society & Culture', 'Society & Culture', [
    'History>History/',
    'Personal Journals',
    'Philosophy',
    'Places & Travel',
  ]),
  top('Sports & Recreation', 'Sports', ['Amateur>', 'College & High School>', 'Outdoor>Wilderness', 'Professional>']),
  top('Technology', 'Technology', ['Gadgets>', 'Podcasting>', 'Software How-To>', 'Tech News>News/Tech News']),
  top('TV & Film', 'TV & Film', []),
];

/** A category as stored: `Arts`, or `Arts/Design`. */
export const categoryIds: readonly string[] = podcastCategories.flatMap(({ name, children }) => [
  name,
  ...children.map((child) => `${name}/${child.name}`),
]);

/** A category in the directories' list: its top level and sub-level, if any. */
export const appleCategory = (id: string): { top: string; sub: string | undefined } | undefined => {
  const [topName, childName] = id.split('/');
  const found = podcastCategories.find(({ name }) => name === topName);
  if (!found) return undefined;
  if (childName === undefined) return { top: found.apple, sub: undefined };
  const child = found.children.find(({ name }) => name === childName);
  if (!child) return undefined;
  const [first = '', second] = child.apple.split('/');
  if (second !== undefined) return { top: first, sub: second || undefined };
  return { top: found.apple, sub: first || undefined };
};
