import type { Config } from '#server/kernel/config.ts';

type Urls = Pick<Config, 'publicUrl' | 'deliveryUrl'>;

const originOf = (address: string): string => new URL(address).origin;

/** Whether the frames of support widgets are served on an origin of their own, on which nothing of the portal is kept. */
export const chatFrameIsApart = ({ publicUrl, deliveryUrl }: Urls): boolean =>
  originOf(deliveryUrl) !== originOf(publicUrl);

/** Where a page finds the frame of a widget; '' where no script is configured for it. */
export const chatFrameAddress = (urls: Urls, name: 'primary' | 'secondary', script: string): string => {
  if (script === '') return '';
  const path = `/embed/chat/${name}`;
  return chatFrameIsApart(urls) ? new URL(path, urls.deliveryUrl).href : path;
};
