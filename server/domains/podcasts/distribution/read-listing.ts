/** Whether two addresses are of one feed: scheme, the host's case, "www." and a slash at the end make no difference. */
export const isSameFeed = (one: string, other: string): boolean => plainAddress(one) === plainAddress(other);

/** The names a page gives itself: for others (Open Graph, Twitter) and in its title. */
export const namesOfPage = (html: string): string[] => {
  const head = html.slice(0, 400_000);
  const metas = [...head.matchAll(/<meta\b[^>]*>/gi)].map(([tag]) => tag).filter((tag) => isTitle.test(tag));
  const named = metas.flatMap((tag) => /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)?.slice(1, 3) ?? []);
  const title = /<title\b[^>]*>([^<]*)<\/title>/i.exec(head)?.[1];
  return [...named, title].flatMap((name) => (name === undefined || name.trim() === '' ? [] : [readable(name)]));
};

/** Whether one of these names holds the title, as words of their own. */
export const isNamed = (title: string, names: readonly string[]): boolean => {
  const wanted = words(title);
  return wanted !== ' ' && names.some((name) => words(name).includes(wanted));
};

/** Whether a page holds the feed's address, written plainly, for a query, or within a script. */
export const isFeedNamed = (html: string, feed: string): boolean => {
  const bare = feed.replace(/^https?:\/\//, '');
  return [bare, encodeURIComponent(bare), bare.replaceAll('/', '\\/'), bare.replaceAll('/', '\\u002F')].some(
    (written) => html.includes(written),
  );
};

const isTitle = /\b(property|name)\s*=\s*["']?(og:title|twitter:title)\b/i;

const plainAddress = (address: string): string => {
  const url = URL.parse(address);
  if (!url) return address;
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}${url.search}`;
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const readable = (html: string): string =>
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

/** The letters and digits of a text, its words parted and enclosed by one space. */
const words = (text: string): string =>
  ` ${(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')} `.replace('  ', ' ');
