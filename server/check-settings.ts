import { readSettings } from './kernel/config.ts';
import { orExit } from './kernel/or-exit.ts';

/* tools/start.mjs runs this before building: prints invalid settings and exits with 1. */
await orExit(() => readSettings(process.env));
