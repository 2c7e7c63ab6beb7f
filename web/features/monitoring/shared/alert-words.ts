import type { AlertKind } from '#contract/station-profile.ts';

/** What each kind of alert is called, and when there is one. */
export const alertWords: Record<AlertKind, { name: string; when: string }> = {
  offline: { name: 'Offline', when: 'Nothing of the station is heard, though its server should be running' },
  dead_air: { name: 'Dead air', when: 'Something plays, but it is silent or nearly so' },
  encoder: { name: 'Encoder lost', when: 'The live encoder left the air, whatever plays instead' },
  files: { name: 'Tracks that can’t be read', when: 'Tracks of the playlist are left out, as their files are missing' },
};
