import { portal } from '#contract/api/portal.ts';
import { call } from '#web/lib/call.ts';

const storageKey = 'referral';
type StoredReferral = { code: string; clicked: boolean };

/**
 * Before sign-in: stores the code of `?ref=CODE`, reports the click once and removes the code from the URL. Without a
 * tracker, and without codes of partners, the code is dropped.
 */
export const captureReferral = async (win: Window, isTracked: boolean): Promise<void> => {
  const url = new URL(win.location.href);
  const code = url.searchParams.get('ref');
  if (code !== null) {
    url.searchParams.delete('ref');
    win.history.replaceState(null, '', url.pathname + url.search + url.hash);
    if (/^[A-Za-z0-9_-]{1,60}$/.test(code) && readStored(win)?.code !== code) store(win, { code, clicked: false });
  }
  const stored = readStored(win);
  if (!stored) return;
  if (!isTracked) return store(win, undefined);
  if (stored.clicked) return;
  store(win, { ...stored, clicked: true });
  await call(portal.referralClick, { params: { code: stored.code } }).catch(() => undefined);
};

/**
 * After sign-in: reports the user as the code's customer once and clears it; retries at the next start if that fails.
 */
export const submitReferral = async (win: Window): Promise<void> => {
  const stored = readStored(win);
  if (!stored) return;
  const isSent = await call(portal.referralCustomer, { body: { code: stored.code } }).then(
    () => true,
    () => false,
  );
  if (isSent) store(win, undefined);
};

const readStored = (win: Window): StoredReferral | undefined => {
  try {
    return (JSON.parse(win.localStorage.getItem(storageKey) ?? 'null') as StoredReferral | null) ?? undefined;
  } catch {
    return undefined;
  }
};

const store = (win: Window, stored: StoredReferral | undefined): void => {
  try {
    if (stored) win.localStorage.setItem(storageKey, JSON.stringify(stored));
    else win.localStorage.removeItem(storageKey);
  } catch {
    // Without storage the referral is lost.
  }
};
