import type { Config } from '#server/kernel/config.ts';

type Named = { pretty_url: string };

/** Where what listeners and directories fetch is had: feeds, pages, pictures, episodes. */
export const deliveryUrl = (config: Pick<Config, 'deliveryUrl'>): string => config.deliveryUrl;

/** The address of a podcast's feed. */
export const feedUrl = (config: Pick<Config, 'deliveryUrl'>, { pretty_url }: Named): string =>
  `${deliveryUrl(config)}/feeds/${pretty_url}`;

/** The address of a podcast's public page. */
export const pageUrl = (config: Pick<Config, 'deliveryUrl'>, { pretty_url }: Named): string =>
  `${deliveryUrl(config)}/shows/${pretty_url}`;

/** The address of a logo as directories take it, JPEG at its full size; null without one. */
export const artUrl = (config: Pick<Config, 'deliveryUrl'>, name: string | null): string | null =>
  name === null ? null : `${deliveryUrl(config)}/images/podcasts/${name}.jpg`;

/** Where the portal's own screens have a logo, smaller and as WebP; null without one. */
export const artAddress = (name: string | null): string | null =>
  name === null ? null : `/images/podcasts/${name}.webp`;
