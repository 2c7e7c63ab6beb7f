import { attachHls } from '../radio/hls.ts';

/* Loaded by a player whose stream has failed. */
window.radioHls = attachHls;
