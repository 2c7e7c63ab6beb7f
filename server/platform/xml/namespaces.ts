/* Maps the prefixes that a feed declares for namespaces to the usual ones. */

export type Prefixes = Readonly<Record<string, string>>;
export const noPrefixes: Prefixes = {};

const knownNamespaces: readonly [pattern: RegExp, prefix: string][] = [
  [/^https?:\/\/www\.itunes\.com\/dtds\/podcast-1\.0\.dtd$/i, 'itunes'],
  [/^https?:\/\/podcastindex\.org\/namespace\/1\.0\/?$/i, 'podcast'],
  [/^https?:\/\/github\.com\/Podcastindex-org\/podcast-namespace\/blob\/main\/docs\/1\.0\.md$/i, 'podcast'],
  [/^http:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/i, 'content'],
  [/^http:\/\/www\.w3\.org\/2005\/Atom\/?$/i, 'atom'],
  [/^http:\/\/podlove\.org\/simple-chapters\/?$/i, 'psc'],
  [/^http:\/\/purl\.org\/dc\/elements\/1\.1\/$/i, 'dc'],
  [/^http:\/\/search\.yahoo\.com\/mrss\/?$/i, 'media'],
];

/** The prefixes in effect within an element: inherited ones, and those it declares itself. */
export const prefixesOf = (attributes: Record<string, string>, outer: Prefixes): Prefixes => {
  const own = Object.entries(attributes).flatMap(([name, uri]) => {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) return [];
    return [[name.slice(6), knownNamespaces.find(([pattern]) => pattern.test(uri))?.[1] ?? ''] as const];
  });
  return own.length === 0 ? outer : { ...outer, ...Object.fromEntries(own) };
};

/** `it:author` as `itunes:author` if `it` was declared for that namespace; unknown prefixes stay. */
export const canonicalName = (name: string, prefixes: Prefixes): string => {
  const at = name.indexOf(':');
  const [prefix, local] = at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
  const known = Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined;
  if (known) return `${known}:${local}`;
  return name;
};
