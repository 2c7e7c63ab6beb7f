import * as z from 'zod/mini';
import { text } from '../rules/listing.ts';
import { endpoint } from './http.ts';

/* The streaming engines, for those who operate the portal. */

/** `cut_off`: other engines reach it, but not the process that places stations. */
export const engineStates = ['up', 'cut_off', 'down'] as const;

export const Engine = z.object({
  /** Its name in the settings (ENGINES). */
  id: z.string(),
  state: z.enum(engineStates),
  /** Since when; null where nothing was written down yet. */
  since: z.nullable(z.string()),
  /** Whether its stations move to the others. */
  draining: z.boolean(),
  stations: z.number(),
  /** What it last said of itself; null before it first answered. `load`: the share of a processor core that it uses. */
  version: z.nullable(z.string()),
  capacity: z.nullable(z.number()),
  load: z.nullable(z.number()),
  answered: z.nullable(z.string()),
});
export type Engine = z.infer<typeof Engine>;

/** As the operator named it, or its host and port. */
const EngineId = text(300).check(z.minLength(1));

const paths = ['portal/engines', 'portal/health'] as const;

export const fleet = {
  engines: endpoint('GET portal/engines', {
    access: 'portal.read',
    summary: 'The streaming engines: their stations, load and state',
    returns: z.array(Engine),
    spec: 'own',
  }),
  drain: endpoint('POST portal/engines/{engineId}/drain', {
    access: 'portal.write',
    summary: "Move an engine's stations to the others, a few at a time, and give it no new ones",
    params: { engineId: EngineId },
    spec: 'own',
    changes: paths,
  }),
  resume: endpoint('POST portal/engines/{engineId}/resume', {
    access: 'portal.write',
    summary: 'Let an engine that was drained have stations again',
    params: { engineId: EngineId },
    spec: 'own',
    changes: paths,
  }),
};
