import { brand } from '#brands/skywave/brand.ts';
import type { EngineSync } from '#server/domains/playout/playout.events.ts';
import { createHooks } from '#server/kernel/events/hooks.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { subscribeDomains } from '#server/subscriptions.ts';

/** A kernel with parts of its own whose hooks every domain answers, as in the portal; its events go to nobody. */
export const subscribedKernel = (
  kernel: Kernel,
  changes: Partial<Kernel>,
  engine: Pick<EngineSync, 'deliver'>,
): Kernel => {
  const changed: Kernel = {
    ...kernel,
    hooks: createHooks(),
    events: { ...kernel.events, on: () => undefined, onAny: () => undefined },
    ...changes,
  };
  subscribeDomains(changed, brand, engine);
  return changed;
};
