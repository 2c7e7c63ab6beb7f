import { replaceBroken } from './broken-pictures.ts';
import { localTimes } from './station/local-times.ts';
import { followStation } from './station/follow-station.ts';
import { setUpRadio } from './station/set-up-radio.ts';
import { showHistory } from './station/show-playing.ts';

/*
 * The page of a microsite: a player in place of the link to the stream, what stations played, and times in the reader's zone.
 * Without this script the page has the links and the browser's own player.
 */

const start = (): void => {
  replaceBroken();
  localTimes(document);
  const box = document.querySelector<HTMLElement>('[data-radio]');
  if (box) setUpRadio(box);
  for (const list of document.querySelectorAll<HTMLElement>('[data-recent][data-live]')) {
    const { live = '', count = '10' } = list.dataset;
    followStation(live, ({ history }) => {
      showHistory(list, history.slice(0, Number(count)));
      const section = list.closest('section');
      if (section) section.hidden = history.length === 0;
    });
  }
};

start();
