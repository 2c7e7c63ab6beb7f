import { setImmediate as breathe } from 'node:timers/promises';
import { XMLBuilder } from 'fast-xml-parser';
import { channelOf } from './feed-channel.ts';
import { itemOf } from './feed-item.ts';
import type { FeedSource } from './feed-source.ts';

/** Items are written in turns, so that a long feed holds nobody up. */
const itemsAtATime = 25;

/**
 * A feed as PSP-1, Apple and Podcasting 2.0 have it (RSS 2.0, UTF-8). Every text and attribute goes through the builder,
 * which escapes it.
 */
export const renderFeed = async (source: FeedSource): Promise<string> => {
  const channel = builder.build({ channel: channelOf(source) });
  const items: string[] = [];
  for (const [place, episode] of source.episodes.entries()) {
    if (place % itemsAtATime === itemsAtATime - 1) await breathe();
    items.push(builder.build({ item: itemOf(source, episode) }));
  }
  const opened = channel.replace(/<\/channel>\s*$/, '');
  return `${prolog}${opened}${items.join('')}</channel></rss>\n`;
};

/** Attributes begin with `@`; `#text` and `#cdata` are what an element holds. */
const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  cdataPropName: '#cdata',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

const prolog = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">`;
