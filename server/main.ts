import { orExit } from './kernel/or-stop.ts';
import { dropRoot } from './supervisor/leave-root.ts';

/* `npm start`: the supervisor's process, as the service account if root starts it. */
await orExit(() => dropRoot({ env: process.env, isWhole: true }));
await import('./supervise.ts');
