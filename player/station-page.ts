import { replaceBroken } from './broken-pictures.ts';
import { localTimes } from './station/local-times.ts';
import { setUpRadio } from './station/set-up-radio.ts';
import { setUpShare } from './station/share.ts';

/*
 * The page of a station: a player that doesn't stop in place of the link to the stream, what plays when it is heard, and
 * times in the reader's zone. Without this script the page has the link and the browser's own player.
 */

const start = (): void => {
  replaceBroken();
  localTimes(document);
  setUpShare();
  showOffline();
  const box = document.querySelector<HTMLElement>('[data-radio]');
  if (box) setUpRadio(box);
  addEventListener('load', installWorker);
};

const showOffline = (): void => {
  const note = document.querySelector<HTMLElement>('[data-offline]');
  if (!note) return;
  const show = (): void => void (note.hidden = navigator.onLine);
  addEventListener('online', show);
  addEventListener('offline', show);
  show();
};

/** The worker shows the page without a network; pages without one work as well. */
const installWorker = (): void => {
  const { pathname } = location;
  navigator.serviceWorker?.register(`${pathname}/sw.js`, { scope: pathname }).catch(() => undefined);
};

start();
