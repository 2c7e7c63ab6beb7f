import * as z from 'zod/mini';
import { automationStates } from './automation-state.ts';
import { endpoint } from './http.ts';

/** Spec §4: not asked for, asked for and not playing yet, or on. */
export const automationStatuses = ['request_pending', 'enabled'] as const;

/** How the automation software mixes: how long two tracks sound together (ms), and whether loudness is evened out. */
export const AutomationMix = z.object({
  mix_ms: z.number().check(z.int(), z.gte(0), z.lte(15_000)),
  level: z.boolean(),
});
export type AutomationMix = z.infer<typeof AutomationMix>;

/**
 * The automation software of a station. It is active when `hasLibretime` is true and the status is `enabled` (spec §4).
 * `hasLibretime` says whether the plan includes it, `hasAutoDj` whether the Auto DJ has a track to play; `engine` how the
 * software is there at this moment.
 */
export const Automation = z.object({
  hasLibretime: z.boolean(),
  hasAutoDj: z.boolean(),
  status: z.nullable(z.enum(automationStatuses)),
  requested: z.nullable(z.string()),
  mix: AutomationMix,
  engine: z.object({
    state: z.enum(automationStates),
    /** What stands in its way; '' where nothing does. */
    reason: z.string(),
    since: z.nullable(z.string()),
  }),
});
export type Automation = z.infer<typeof Automation>;

export const automation = {
  get: endpoint('GET stations/{key}/libretime', {
    flag: 'automation',
    access: 'station.readSettings',
    summary: "The station's automation software: whether it may be had, was asked for, and runs",
    returns: Automation,
  }),
  request: endpoint('POST stations/{key}/libretime/request', {
    flag: 'automation',
    access: 'station.update',
    summary: 'Ask for the automation software, or end it',
    body: z.object({ action: z.enum(['enable', 'disable']) }),
    returns: Automation,
  }),
  setMix: endpoint('PUT stations/{key}/libretime', {
    flag: 'automation',
    access: 'station.update',
    summary: 'How the automation software mixes one track into the next',
    body: AutomationMix,
    returns: Automation,
    spec: 'own',
  }),
};
