import { brand } from '#brand/brand.ts';

export type Method = 'create' | 'import' | 'record';

const { createPodcast, importPodcast, recordPodcast } = brand.flags;

/** The methods to create a podcast that the brand offers (spec §1). */
export const methods: readonly Method[] = [
  ...(createPodcast ? (['create'] as const) : []),
  ...(importPodcast ? (['import'] as const) : []),
  ...(recordPodcast ? (['record'] as const) : []),
];
