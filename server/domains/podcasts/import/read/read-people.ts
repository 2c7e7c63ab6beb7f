import type { PodcastPerson } from '#contract/podcast.ts';
import { address, line } from './feed-values.ts';
import { childrenOf, type Element } from './xml-tree.ts';

/** The hosts, guests and others in `podcast:person` elements, at most 20. */
export const readPeople = (element: Element): PodcastPerson[] =>
  childrenOf(element, 'podcast:person')
    .map(({ text, attributes }) => ({
      name: line(text, 128),
      role: line(attributes['role'] ?? '', 64),
      link: address(attributes['href'] ?? ''),
      image: address(attributes['img'] ?? ''),
    }))
    .filter(({ name }) => name !== '')
    .slice(0, 20);
