import type { BusMessage } from '#streaming/bus/batch.ts';
import { metadataBlock } from './icy.ts';

export type Title = Extract<BusMessage, { type: 'title' }>;

export type ChannelTitles = {
  /** It is the current one from now on. */
  add(title: Title): void;
  /** The metadata block of a title; that of the current one if it is not known. */
  blockOf(number: number): Buffer;
  /** The current title, for status pages. */
  playing(): string;
  /** Those of the buffered audio; the current one is the last. */
  all(): ReadonlyMap<number, Title>;
};

/** The titles of a station: the current one, and those of its audio from `oldest` on. */
export const createChannelTitles = (oldest: () => number | undefined): ChannelTitles => {
  const blocks = new Map<number, Buffer>();
  const titles = new Map<number, Title>();
  let current: Title | undefined;
  const forget = (number: number): void => {
    blocks.delete(number);
    titles.delete(number);
  };
  return {
    add(title) {
      const { number } = title;
      forget(number);
      current = title;
      blocks.set(number, metadataBlock(title.title, title.url));
      titles.set(number, title);
      const first = oldest() ?? number;
      for (const key of [...titles.keys()]) if (key < first && key !== number) forget(key);
    },
    blockOf: (number) => blocks.get(number) ?? blocks.get(current?.number ?? -1) ?? metadataBlock('', ''),
    playing: () => current?.title ?? '',
    all: () => titles,
  };
};
