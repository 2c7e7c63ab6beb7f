import type { StationHead } from '#streaming/bus/batch.ts';
import type { Recording } from './recording.ts';

/** What is on the air of each station, besides its audio. */
export type StationFacts = {
  head(station: string): StationHead | undefined;
  heads(): Iterable<StationHead>;
  /** '' if unknown. */
  source(station: string): string;
  setHead(head: StationHead): void;
  setTitle(station: string, title: string): void;
  setSource(station: string, source: string): void;
  /** The station is gone. */
  remove(station: string): void;
  /** Gives a recording of the station what is known of it. */
  describe(station: string, recording: Recording): void;
};

/** Knows no station at first. */
export const createStationFacts = (): StationFacts => {
  const heads = new Map<string, StationHead>();
  const titles = new Map<string, string>();
  const sources = new Map<string, string>();
  return {
    head: (station) => heads.get(station),
    heads: () => heads.values(),
    source: (station) => sources.get(station) ?? '',
    setHead: (head) => void heads.set(head.station, head),
    setTitle: (station, title) => void titles.set(station, title),
    setSource: (station, source) => void sources.set(station, source),
    remove(station) {
      heads.delete(station);
      titles.delete(station);
      sources.delete(station);
    },
    describe(station, recording) {
      const head = heads.get(station);
      if (head) recording.format(head.format);
      recording.title(titles.get(station) ?? '');
      recording.source(sources.get(station) ?? '');
    },
  };
};
