import { readSettings } from './kernel/config.ts';
import { orStop } from './kernel/or-stop.ts';

/* Run by tools/start.mjs before anything is built: says which setting is wrong, and ends with 1. */
await orStop(() => readSettings(process.env));
