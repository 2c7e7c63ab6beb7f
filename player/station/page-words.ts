/** What a player says, in the language of its page (server/platform/pages/radio-words.ts). */
export type PageWords = {
  listen: string;
  stop: string;
  connecting: string;
  reconnecting: string;
  paused: string;
  unavailable: string;
  volume: string;
  playOnDevice: string;
  live: string;
  offAir: string;
  onAir: string;
  automatic: string;
};

/** The words of a station's box. */
export const pageWords = (box: HTMLElement): PageWords => JSON.parse(box.dataset['words'] ?? '{}') as PageWords;
