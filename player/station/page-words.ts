/** What a player says; a page in another language than English brings its own words. */
export type PageWords = {
  listen: string;
  stop: string;
  connecting: string;
  reconnecting: string;
  paused: string;
  unavailable: string;
  volume: string;
  live: string;
  offAir: string;
  onAir: string;
};

const english: PageWords = {
  listen: 'Listen to',
  stop: 'Stop',
  connecting: 'Connecting…',
  reconnecting: 'Reconnecting…',
  paused: 'Paused by the device.',
  unavailable: 'This station can’t be played right now.',
  volume: 'Volume',
  live: 'Live',
  offAir: 'Off air',
  onAir: 'On air',
};

/** The words of a station's box, and their language where it isn't that of the page. */
export const pageWords = (box: HTMLElement): { words: PageWords; language: 'en' | undefined } => {
  const own = box.dataset['words'];
  if (own === undefined) return { words: english, language: 'en' };
  const words = JSON.parse(own) as Partial<PageWords>;
  return { words: { ...english, ...words, onAir: 'Radio' }, language: undefined };
};
