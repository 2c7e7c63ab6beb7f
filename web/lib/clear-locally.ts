/**
 * Clears a user's data from this browser on logout (spec §4 "Logout"): user info, drafts, recents, and the storage and
 * cookies of consent, growth and support widgets. Keeps the appearance, without its user, for the next first paint, and
 * the tokens, which the sign-in client needs to sign out at the provider and then removes.
 */
export const clearLocally = (win: Pick<Window, 'localStorage' | 'sessionStorage' | 'document'>): void => {
  for (const name of Object.keys(win.localStorage))
    if (!/^(preferences$|session\.user:)/.test(name)) win.localStorage.removeItem(name);
  win.sessionStorage.clear();
  for (const cookie of win.document.cookie.split(';'))
    win.document.cookie = `${cookie.split('=')[0]?.trim() ?? ''}=; Max-Age=0; Path=/`;
  const { theme, direction, volume } = readAppearance(win.localStorage);
  win.localStorage.setItem('preferences', JSON.stringify({ theme, direction, volume, person: '' }));
};

type Appearance = { theme?: string; direction?: string; volume?: number };

const readAppearance = (storage: Storage): Appearance => {
  try {
    return JSON.parse(storage.getItem('preferences') ?? '{}') as Appearance;
  } catch {
    return {};
  }
};
