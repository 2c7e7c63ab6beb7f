import { defaultPlayerSettings, type PlayerSettings } from '#contract/player.ts';
import type { StoredSettings } from './players.tables.ts';

/** All settings of a player: those that were set, the others with their defaults. */
export const settingsOf = (stored: StoredSettings): PlayerSettings => ({
  ...defaultPlayerSettings,
  ...stored,
  colours: { ...defaultPlayerSettings.colours, ...stored.colours },
  show: { ...defaultPlayerSettings.show, ...stored.show },
});
