import { orExit } from './kernel/or-exit.ts';
import { dropRoot } from './supervisor/drop-root.ts';

/* `npm start`: the supervisor's process, as the service account if root starts it. */
await orExit(() => dropRoot({ env: process.env, isWhole: true }));
await import('./supervise.ts');
