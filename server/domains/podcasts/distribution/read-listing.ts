/** Whether two URLs are the same feed, ignoring the scheme, "www.", the host's case and a trailing slash. */
export const isSameFeed = (one: string, other: string): boolean => normalizeUrl(one) === normalizeUrl(other);

/** The titles of a page: from its Open Graph and Twitter tags, and its title element. */
export const pageTitles = (html: string): string[] => {
  const head = html.slice(0, 400_000);
  const titleTags = [...head.matchAll(/<meta\b[^>]*>/gi)].map(([tag]) => tag).filter((tag) => isTitle.test(tag));
  const contents = titleTags.flatMap((tag) => /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)?.slice(1, 3) ?? []);
  const title = /<title\b[^>]*>([^<]*)<\/title>/i.exec(head)?.[1];
  return [...contents, title].flatMap((name) => (name === undefined || name.trim() === '' ? [] : [decodeText(name)]));
};

/** Whether one of these names contains the title as whole words. */
export const containsTitle = (title: string, names: readonly string[]): boolean => {
  const titleWords = words(title);
  return titleWords !== ' ' && names.some((name) => words(name).includes(titleWords));
};

/** Whether a page contains the feed's URL: plain, URL-encoded, or escaped in a script. */
export const containsFeedUrl = (html: string, feed: string): boolean => {
  const bare = feed.replace(/^https?:\/\//, '');
  return [bare, encodeURIComponent(bare), bare.replaceAll('/', '\\/'), bare.replaceAll('/', '\\u002F')].some((form) =>
    html.includes(form),
  );
};

const isTitle = /\b(property|name)\s*=\s*["']?(og:title|twitter:title)\b/i;

const normalizeUrl = (text: string): string => {
  const url = URL.parse(text);
  if (!url) return text;
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}${url.search}`;
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const decodeText = (html: string): string =>
  html
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    )
    .replace(/\s+/g, ' ')
    .trim();

/** The words of a text (letters and digits), separated and enclosed by single spaces. */
const words = (text: string): string =>
  ` ${(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')} `.replace('  ', ' ');
