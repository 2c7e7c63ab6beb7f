/** What a page needs to play a station, loaded together. */
export { attachHls } from './hls.ts';
export { createRadio } from './radio.ts';
export { fetchRefusal } from './refusal.ts';
