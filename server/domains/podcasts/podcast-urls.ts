import type { Config } from '#server/kernel/config.ts';

type Named = { pretty_url: string };

/** Base URL of everything listeners and directories fetch: feeds, pages, images, episodes. */
export const deliveryUrl = (config: Pick<Config, 'deliveryUrl'>): string => config.deliveryUrl;

/** URL of a podcast's feed. */
export const feedUrl = (config: Pick<Config, 'deliveryUrl'>, { pretty_url }: Named): string =>
  `${deliveryUrl(config)}/feeds/${pretty_url}`;

/** URL of a podcast's public page. */
export const pageUrl = (config: Pick<Config, 'deliveryUrl'>, { pretty_url }: Named): string =>
  `${deliveryUrl(config)}/shows/${pretty_url}`;

/** URL of a logo in the form directories accept, a full-size JPEG; null without a logo. */
export const artUrl = (config: Pick<Config, 'deliveryUrl'>, name: string | null): string | null =>
  name === null ? null : `${deliveryUrl(config)}/images/podcasts/${name}.jpg`;

/** Path of the smaller WebP logo for the portal's own screens; null without a logo. */
export const artThumbnailPath = (name: string | null): string | null =>
  name === null ? null : `/images/podcasts/${name}.webp`;
