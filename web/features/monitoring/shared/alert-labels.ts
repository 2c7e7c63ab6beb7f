import type { AlertKind } from '#contract/api/station-profile.ts';

/** The name of each alert kind and when it is raised. */
export const alertLabels: Record<AlertKind, { name: string; when: string }> = {
  offline: { name: 'Offline', when: 'The stream is down although the server is running' },
  dead_air: { name: 'Dead air', when: 'The stream is running but silent or almost silent' },
  encoder: { name: 'Encoder lost', when: 'The live encoder disconnected' },
  files: { name: 'Unreadable tracks', when: 'Playlist tracks are skipped because their files are missing' },
};
