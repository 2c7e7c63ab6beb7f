import type { PodcastPerson } from '#contract/api/podcast.ts';
import { webUrl, singleLine } from './feed-values.ts';
import { childrenOf, type Element } from '#server/platform/xml/xml-tree.ts';

/** The hosts, guests and others in `podcast:person` elements, at most 20. */
export const readPeople = (element: Element): PodcastPerson[] =>
  childrenOf(element, 'podcast:person')
    .map(({ text, attributes }) => ({
      name: singleLine(text, 128),
      role: singleLine(attributes['role'] ?? '', 64),
      link: webUrl(attributes['href'] ?? ''),
      image: webUrl(attributes['img'] ?? ''),
    }))
    .filter(({ name }) => name !== '')
    .slice(0, 20);
