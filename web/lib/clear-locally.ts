/**
 * What a person left in this browser goes with them (spec §4 "Logout"): user info, drafts, recents, what a consent,
 * growth or support widget kept, in storage and in cookies. The look of the page stays for its next first paint, as
 * nobody's; the tokens are the sign-in client's to remove, which needs them to sign out at the provider.
 */
export const clearLocally = (win: Pick<Window, 'localStorage' | 'sessionStorage' | 'document'>): void => {
  for (const name of Object.keys(win.localStorage))
    if (!/^(preferences$|session\.user:)/.test(name)) win.localStorage.removeItem(name);
  win.sessionStorage.clear();
  for (const cookie of win.document.cookie.split(';'))
    win.document.cookie = `${cookie.split('=')[0]?.trim() ?? ''}=; Max-Age=0; Path=/`;
  const { theme, direction, volume } = lookIn(win.localStorage);
  win.localStorage.setItem('preferences', JSON.stringify({ theme, direction, volume, person: '' }));
};

type Look = { theme?: string; direction?: string; volume?: number };

const lookIn = (storage: Storage): Look => {
  try {
    return JSON.parse(storage.getItem('preferences') ?? '{}') as Look;
  } catch {
    return {};
  }
};
