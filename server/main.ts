import { orStop } from './kernel/or-stop.ts';
import { leaveRoot } from './supervisor/leave-root.ts';

/* `npm start`: the supervisor's process, as the service account if root starts it. */
await orStop(() => leaveRoot({ env: process.env, isWhole: true }));
await import('./supervise.ts');
