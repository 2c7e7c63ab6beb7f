import type { Action } from '#contract/permissions.ts';

/** A tab of a podcast: the page behind its path, what it is called, and who sees it. */
export type PodcastTab = { path: string; text: string; action: Action };
