import type { LiveHub } from '#server/platform/live-hub.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import * as service from './automation.service.ts';

/** Handlers of the automation software. */
export const automationRoutes = (kernel: Kernel, { live }: { live: LiveHub }): Handlers<'automation'> => {
  const deps = { ...kernel, live };
  return {
    get: ({ params, who }) => service.getAutomation(deps, params.key, who),
    request: ({ params, body, who }) => service.requestAutomation(deps, params.key, body.action, who),
    setMix: ({ params, body, who }) => service.setAutomationMix(deps, params.key, body, who),
  };
};
