import { portal } from '#contract/portal.ts';
import { call } from '#web/lib/call.ts';

const place = 'referral';
type Kept = { code: string; clicked: boolean };

/**
 * Before sign-in: keeps the code of `?ref=CODE`, tells of the click once, and takes the code out of the address. Without
 * a tracker the code is forgotten.
 */
export const followReferral = async (win: Window, isTracked: boolean): Promise<void> => {
  const url = new URL(win.location.href);
  const given = url.searchParams.get('ref');
  if (given !== null) {
    url.searchParams.delete('ref');
    win.history.replaceState(null, '', url.pathname + url.search + url.hash);
    if (/^[A-Za-z0-9_-]{1,60}$/.test(given) && readKept(win)?.code !== given)
      keep(win, { code: given, clicked: false });
  }
  const kept = readKept(win);
  if (!kept) return;
  if (!isTracked) return keep(win, undefined);
  if (kept.clicked) return;
  keep(win, { ...kept, clicked: true });
  await call(portal.referralClick, { params: { code: kept.code } }).catch(() => undefined);
};

/** After sign-in: the person is the code's customer. Told once, then forgotten; again at the next start where it failed. */
export const bringReferral = async (win: Window): Promise<void> => {
  const kept = readKept(win);
  if (!kept) return;
  const isTold = await call(portal.referralCustomer, { body: { code: kept.code } }).then(
    () => true,
    () => false,
  );
  if (isTold) keep(win, undefined);
};

const readKept = (win: Window): Kept | undefined => {
  try {
    return (JSON.parse(win.localStorage.getItem(place) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
};

const keep = (win: Window, kept: Kept | undefined): void => {
  try {
    if (kept) win.localStorage.setItem(place, JSON.stringify(kept));
    else win.localStorage.removeItem(place);
  } catch {
    // A browser without storage remembers no referral.
  }
};
