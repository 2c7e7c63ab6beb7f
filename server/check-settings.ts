import { readSettings } from './kernel/config.ts';
import { orStop } from './kernel/or-stop.ts';

/* tools/start.mjs runs this before building: prints invalid settings and exits with 1. */
await orStop(() => readSettings(process.env));
