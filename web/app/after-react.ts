import { nextTask } from '#web/lib/next-task.ts';

// Ends the task in which React was evaluated. The entry is one file, but what follows in `main.tsx` runs in the next task (ADR 80).
await nextTask();
