import type { Preferences as Kept } from '#contract/api/preferences.ts';
import type { User } from '#contract/api/session.ts';
import { ApiError } from './api-error.ts';
import { clearLocally } from './clear-locally.ts';
import {
  subscribePreferences,
  initialPreferences,
  preferencesNow,
  storePreferences,
  type PreferencesCopy,
} from './preferences.ts';

type Save = (change: Partial<Kept>) => Promise<unknown>;

/** Preferences stored on the server; the volume stays in the browser. */
const syncedKeys = ['theme', 'direction', 'starred', 'changelog'] as const;
const settleMs = 500;

/**
 * Syncs a user's preferences across devices. The server's values win over this browser's copy except for changes that
 * could not be saved; each later change is saved once it has settled, and retried until it succeeds.
 */
export const syncPreferences = (me: Pick<User, 'id' | 'preferences'>, save: Save, win: Window = window): void => {
  adopt(me, win);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving = false;
  const saveNow = async (): Promise<void> => {
    clearTimeout(timer);
    const change = unsavedOf(preferencesNow());
    if (saving || Object.keys(change).length === 0) return;
    saving = true;
    // Refused changes are dropped; changes that never reached the server are retried with the next change or visit.
    const isDone = await save(change).then(() => true, isRefusal);
    saving = false;
    if (isDone) settle(change);
  };
  const scheduleSave = (): void => {
    clearTimeout(timer);
    if (Object.keys(unsavedOf(preferencesNow())).length > 0) timer = setTimeout(() => void saveNow(), settleMs);
  };
  subscribePreferences(scheduleSave);
  win.addEventListener('online', scheduleSave);
  win.addEventListener('pagehide', () => void saveNow());
  scheduleSave();
};

/** Adopts the server's preferences; the copy and other local data of another user are cleared. */
const adopt = ({ id, preferences }: Pick<User, 'id' | 'preferences'>, win: Window): void => {
  const copy = preferencesNow();
  const isOtherUsers = copy.person !== undefined && copy.person !== id;
  if (isOtherUsers) clearLocally(win);
  const base: PreferencesCopy = isOtherUsers ? { ...initialPreferences, volume: copy.volume } : copy;
  storePreferences({ ...base, ...preferences, ...base.unsaved, person: id });
};

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status);

const unsavedOf = ({ unsaved = {} }: PreferencesCopy): Partial<Kept> =>
  Object.fromEntries(syncedKeys.flatMap((name) => (name in unsaved ? [[name, unsaved[name]]] : [])));

/** Marks changes as saved, except those changed again in the meantime. */
const settle = (saved: Partial<Kept>): void => {
  const copy = preferencesNow();
  const remaining = Object.entries(copy.unsaved ?? {}).filter(
    ([name, value]) => JSON.stringify(saved[name as keyof Kept]) !== JSON.stringify(value),
  );
  storePreferences({ ...copy, unsaved: Object.fromEntries(remaining) });
};
