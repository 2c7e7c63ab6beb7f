import type { Config } from '#server/kernel/config.ts';

type Urls = Pick<Config, 'publicUrl' | 'deliveryUrl'>;

const originOf = (url: string): string => new URL(url).origin;

/** Whether support widgets are served from another origin than the portal's, which has none of its data. */
export const chatFrameHasOwnOrigin = ({ publicUrl, deliveryUrl }: Urls): boolean =>
  originOf(deliveryUrl) !== originOf(publicUrl);

/** The URL of a widget's frame; '' without a configured script. */
export const chatFrameUrl = (urls: Urls, name: 'primary' | 'secondary', script: string): string => {
  if (script === '') return '';
  const path = `/embed/chat/${name}`;
  return chatFrameHasOwnOrigin(urls) ? new URL(path, urls.deliveryUrl).href : path;
};
