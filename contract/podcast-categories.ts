/*
 * The two-level list of spec §3 and §5 (spec-readings 16): what a form offers, and what each is called in the list that
 * directories take today (`apple`), which renamed some and dropped others.
 */

type Named = { name: string; apple: string };
type Top = Named & { children: readonly Named[] };

/** `Design>Design`: a sub-level kept its name unless something stands after the sign; `^Top` where it became a top level. */
const top = (name: string, apple: string, children: readonly string[]): Top => ({
  name,
  apple,
  children: children.map((line) => {
    const [own = '', mapped = own] = line.split('>');
    return { name: own, apple: mapped };
  }),
});

/** An `apple` of a child with a slash names its top level too; an empty one has only its top level there. */
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

/** A category as it is kept: `Arts`, or `Arts/Design`. */
export const categoryIds: readonly string[] = podcastCategories.flatMap(({ name, children }) => [
  name,
  ...children.map((child) => `${name}/${child.name}`),
]);

/** What a category is in the list of the directories: its top level and, where there is one, its sub-level. */
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
