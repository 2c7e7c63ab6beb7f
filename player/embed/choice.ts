import type { Embed, EmbedStation } from '#contract/api/embed.ts';
import type { Shown } from './shown.ts';

/** Which of a player's stations is shown; `changed` is called when it is another one. */
export const createChoice = (data: Embed, shown: Shown, changed: (station: EmbedStation) => void) => {
  const choose = (station: EmbedStation | undefined): void => {
    if (!station || station === shown.station) return;
    shown.station = station;
    changed(station);
  };
  return {
    choose,
    /** By its key; an unknown one changes nothing. */
    chooseKey: (key: string): void => choose(data.stations.find((station) => station.key === key)),
    /** The one so many places further on, around the end. */
    step(by: number): void {
      const { stations } = data;
      choose(stations[(stations.indexOf(shown.station) + by + stations.length) % stations.length]);
    },
  };
};
