import * as z from 'zod/mini';
import { automationStates } from '../rules/automation-state.ts';
import { endpoint } from './http.ts';

/** Spec §4: requested but not playing yet, or on; null if not requested. */
export const automationStatuses = ['request_pending', 'enabled'] as const;

/** Crossfade of the automation software (ms), and whether it evens out loudness. */
export const AutomationMix = z.object({
  mix_ms: z.number().check(z.int(), z.gte(0), z.lte(15_000)),
  level: z.boolean(),
});
export type AutomationMix = z.infer<typeof AutomationMix>;

/**
 * The automation software of a station. It is active when `hasLibretime` is true and the status is `enabled` (spec §4).
 * `hasLibretime`: whether the plan includes it; `hasAutoDj`: whether the Auto DJ has a track to play; `engine`: the
 * current state of the software.
 */
export const Automation = z.object({
  hasLibretime: z.boolean(),
  hasAutoDj: z.boolean(),
  status: z.nullable(z.enum(automationStatuses)),
  requested: z.nullable(z.string()),
  mix: AutomationMix,
  engine: z.object({
    state: z.enum(automationStates),
    /** What prevents it from running; '' if nothing does. */
    reason: z.string(),
    since: z.nullable(z.string()),
  }),
});
export type Automation = z.infer<typeof Automation>;

export const automation = {
  get: endpoint('GET stations/{key}/libretime', {
    flag: 'automation',
    access: 'station.readSettings',
    summary: "The station's automation software: whether the plan includes it, and whether it is requested and running",
    returns: Automation,
  }),
  request: endpoint('POST stations/{key}/libretime/request', {
    flag: 'automation',
    access: 'station.update',
    summary: 'Turn the automation software on or off',
    body: z.object({ action: z.enum(['enable', 'disable']) }),
    returns: Automation,
    changes: { none: 'The page caches the reply.' },
  }),
  setMix: endpoint('PUT stations/{key}/libretime', {
    flag: 'automation',
    access: 'station.update',
    summary: 'Set how the automation software mixes tracks',
    body: AutomationMix,
    returns: Automation,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
};
