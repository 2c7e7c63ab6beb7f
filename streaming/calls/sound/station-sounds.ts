import { openStationSound, type StationSound } from './station-sound.ts';

export type StationSounds = {
  /** The station's sound, decoded from the first call that takes it; each taker gives it back once. */
  take(station: string): StationSound;
  giveBack(station: string): void;
  /** Continues with the next 20 ms of every station. */
  advance(): void;
  stop(): void;
};

type Options = Omit<Parameters<typeof openStationSound>[0], 'station'> & {
  /** Which stations are decoded, whenever that changes. */
  wanted(stations: string[]): void;
  lingerMs?: number;
};

type Taken = { sound: StationSound; calls: number; ending: NodeJS.Timeout | undefined };

const defaultLingerMs = 60_000;

/** One decoder for each station that is called, until a minute after its last call. */
export const createStationSounds = ({ wanted, lingerMs = defaultLingerMs, ...options }: Options): StationSounds => {
  const taken = new Map<string, Taken>();
  const remove = (station: string): void => {
    taken.get(station)?.sound.stop();
    taken.delete(station);
    wanted([...taken.keys()]);
  };
  return {
    take(station) {
      const existing = taken.get(station);
      if (existing) {
        clearTimeout(existing.ending);
        existing.calls++;
        return existing.sound;
      }
      const sound = openStationSound({ ...options, station });
      taken.set(station, { sound, calls: 1, ending: undefined });
      wanted([...taken.keys()]);
      return sound;
    },
    giveBack(station) {
      const found = taken.get(station);
      if (found && --found.calls === 0) found.ending = setTimeout(remove, lingerMs, station);
    },
    advance() {
      for (const { sound } of taken.values()) sound.advance();
    },
    stop() {
      for (const { sound, ending } of taken.values()) {
        clearTimeout(ending);
        sound.stop();
      }
      taken.clear();
    },
  };
};
