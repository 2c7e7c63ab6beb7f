import { setImmediate as nextTurn } from 'node:timers/promises';
import { XMLBuilder } from 'fast-xml-parser';
import { channelOf } from './feed-channel.ts';
import { itemOf } from './feed-item.ts';
import type { FeedSource } from './feed-source.ts';

/** Items rendered before yielding to the event loop, so that a long feed doesn't block it. */
const itemsPerTurn = 25;

/**
 * Renders a feed as XML for PSP-1, Apple and Podcasting 2.0 (RSS 2.0, UTF-8). All texts and attributes go through the
 * builder, which escapes them.
 */
export const renderFeed = async (source: FeedSource): Promise<string> => {
  const channel = builder.build({ channel: channelOf(source) });
  const items: string[] = [];
  for (const [index, episode] of source.episodes.entries()) {
    if (index % itemsPerTurn === itemsPerTurn - 1) await nextTurn();
    items.push(builder.build({ item: itemOf(source, episode) }));
  }
  const opened = channel.replace(/<\/channel>\s*$/, '');
  return `${prolog}${opened}${items.join('')}</channel></rss>\n`;
};

/** Attributes start with `@`; `#text` and `#cdata` are an element's content. */
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
