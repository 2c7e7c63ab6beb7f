import type { Config } from '#server/kernel/config.ts';

type Base = Pick<Config, 'deliveryUrl'>;

/** URL of a microsite at the portal, of which `pretty_url` is the slug. */
export const siteSlugUrl = ({ deliveryUrl }: Base, { pretty_url }: { pretty_url: string }): string =>
  `${deliveryUrl}/sites/${pretty_url}`;

/** The canonical URL of a microsite: that of its domain if it has one. */
export const siteUrl = (config: Base, { slug, domain }: { slug: string; domain: string | null }): string =>
  domain === null ? siteSlugUrl(config, { pretty_url: slug }) : `${new URL(config.deliveryUrl).protocol}//${domain}`;

/** The URL of one of its pages; '' is the first. */
export const sitePageUrl = (url: string, path: string): string => (path === '' ? url : `${url}/${path}`);
