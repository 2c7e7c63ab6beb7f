import type * as z from 'zod/mini';
import { defaultPlayerSettings, type ChangedPlayerSettings, type PlayerSettings } from '#contract/api/player.ts';
import type { StoredSettings } from './players.tables.ts';

/** All settings of a player: those that were set, the others with their defaults. */
export const settingsOf = (stored: StoredSettings): PlayerSettings => ({
  ...defaultPlayerSettings,
  ...stored,
  colours: { ...defaultPlayerSettings.colours, ...stored.colours },
  show: { ...defaultPlayerSettings.show, ...stored.show },
});

/** The stored settings after a change; a colour and a part change without the others. */
export const storedSettings = (
  before: StoredSettings,
  { colours, show, ...changed }: z.output<typeof ChangedPlayerSettings>,
): StoredSettings => ({
  ...before,
  ...given(changed),
  ...(colours && { colours: { ...before.colours, ...given(colours) } }),
  ...(show && { show: { ...before.show, ...given(show) } }),
});

/** Without the fields that are undefined. */
const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
