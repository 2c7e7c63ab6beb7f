import type { Action } from '#contract/rules/permissions.ts';

/** A tab of a podcast: its path, its label, and the action that shows it. */
export type PodcastTab = { path: string; text: string; action: Action };
