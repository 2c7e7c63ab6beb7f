/** The engines, each on a host of its name. */
export const engineIds = ['e1', 'e2', 'e3'] as const;
export type EngineId = (typeof engineIds)[number];
export const isEngineId = (id: string): id is EngineId => (engineIds as readonly string[]).includes(id);
