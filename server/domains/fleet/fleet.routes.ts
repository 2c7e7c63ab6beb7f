import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { drainEngine, listEngines, resumeEngine } from './engines.service.ts';

/** The endpoints about streaming engines. */
export const fleetRoutes = (kernel: Kernel): Handlers<'fleet'> => ({
  engines: () => listEngines(kernel),
  drain: ({ params }) => drainEngine(kernel, params.engineId),
  resume: ({ params }) => resumeEngine(kernel, params.engineId),
});
