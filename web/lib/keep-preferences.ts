import type { Preferences as Kept, User } from '#contract/session.ts';
import { ApiError } from './api-error.ts';
import { clearLocally } from './clear-locally.ts';
import {
  followPreferences,
  initialPreferences,
  preferencesNow,
  storePreferences,
  type PreferencesCopy,
} from './preferences.ts';

type Save = (change: Partial<Kept>) => Promise<unknown>;

/** What the server keeps; how loud it is stays with the browser. */
const kept = ['theme', 'direction', 'starred', 'changelog'] as const;
const settleMs = 500;

/**
 * Keeps a person's preferences the same on every device: what the server has wins over this browser's copy, but for
 * what was changed here and could not be saved; each later change is saved once it has settled, and again until it was.
 */
export const keepPreferences = (me: Pick<User, 'id' | 'preferences'>, save: Save, win: Window = window): void => {
  adopt(me, win);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving = false;
  const saveNow = async (): Promise<void> => {
    clearTimeout(timer);
    const change = unsavedOf(preferencesNow());
    if (saving || Object.keys(change).length === 0) return;
    saving = true;
    // What the server refuses isn't tried again; what never reached it is, with the next change or visit.
    const isDone = await save(change).then(() => true, isRefusal);
    saving = false;
    if (isDone) settle(change);
  };
  const changed = (): void => {
    clearTimeout(timer);
    if (Object.keys(unsavedOf(preferencesNow())).length > 0) timer = setTimeout(() => void saveNow(), settleMs);
  };
  followPreferences(changed);
  win.addEventListener('online', changed);
  win.addEventListener('pagehide', () => void saveNow());
  changed();
};

/** Another person's copy is nobody's any more, nor is what else they left. */
const adopt = ({ id, preferences }: Pick<User, 'id' | 'preferences'>, win: Window): void => {
  const copy = preferencesNow();
  const isOthers = copy.person !== undefined && copy.person !== id;
  if (isOthers) clearLocally(win);
  const base: PreferencesCopy = isOthers ? { ...initialPreferences, volume: copy.volume } : copy;
  storePreferences({ ...base, ...preferences, ...base.unsaved, person: id });
};

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status);

const unsavedOf = ({ unsaved = {} }: PreferencesCopy): Partial<Kept> =>
  Object.fromEntries(kept.flatMap((name) => (name in unsaved ? [[name, unsaved[name]]] : [])));

/** What was changed again meanwhile is still to be saved. */
const settle = (saved: Partial<Kept>): void => {
  const copy = preferencesNow();
  const left = Object.entries(copy.unsaved ?? {}).filter(
    ([name, value]) => JSON.stringify(saved[name as keyof Kept]) !== JSON.stringify(value),
  );
  storePreferences({ ...copy, unsaved: Object.fromEntries(left) });
};
