import '@tanstack/react-query';
import '@tanstack/react-router';
import '@mantine/core';
import { nextTask } from '#web/lib/next-task.ts';

// Ends the task in which the packages were evaluated, before the layout and the routes (ADR 80).
await nextTask();
