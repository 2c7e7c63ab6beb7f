import '@mantine/core/styles.layer.css';
import './global.css';
import './print.css';
import { createRoot } from 'react-dom/client';
import { session as sessionCalls } from '#contract/session.ts';
import { call, connectCalls } from '#web/lib/call.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { createSession } from '#web/lib/session.ts';
import { meQuery } from '#web/features/session/queries.ts';
import { App } from './App.tsx';
import { shareStyleNonce } from '#web/lib/nonce.ts';
import { makeQueries } from './query-client.ts';
import { makeRouter } from './router.tsx';
import { openLiveEvents } from './live.ts';

/** Signs the person in, then shows the portal; when the server cannot be reached, says so and offers to try again. */
const start = async (element: HTMLElement): Promise<void> => {
  const page = createRoot(element);
  const say = async (which: 'InsecureScreen' | 'RefusedScreen' | 'UnreachableScreen'): Promise<void> => {
    const { [which]: Screen } = await import('./BootScreens.tsx');
    page.render(<Screen />);
  };
  const settings = await call(sessionCalls.config, {}).catch(() => undefined);
  if (!settings) return say('UnreachableScreen');
  const session = createSession(settings, window);
  connectCalls(session);
  const referral = cameByReferral(window) ? await import('#web/features/session/referral.ts') : undefined;
  await referral?.captureReferral(window, settings.referral_tracking);
  const boot = await session.boot().catch(() => undefined);
  if (!boot) return say('UnreachableScreen');
  if (boot.state === 'insecure') return say('InsecureScreen');
  if (boot.state === 'refused') return say('RefusedScreen');
  if (boot.state === 'leaving') return;
  if (boot.returnTo !== undefined) window.history.replaceState(null, '', boot.returnTo);
  void referral?.submitReferral(window);
  const queries = makeQueries();
  page.render(
    <App
      router={makeRouter(queries)}
      queries={queries}
      live={openLiveEvents(queries)}
      signOut={session.signOut}
      signInAgain={session.signInAgain}
    />,
  );
  const parts = [loadChunk(() => import('#web/lib/sync-preferences.ts')), queries.fetchQuery(meQuery)] as const;
  // Without them the browser's own copy does; what is wrong with the person is told by the page.
  const [keep, me] = (await Promise.all(parts).catch(() => undefined)) ?? [];
  if (me) keep?.syncPreferences(me, (body) => call(sessionCalls.preferences, { body }));
};

/** Whether there is a referral to tell of, by its code in the address or kept from before the sign-in. */
const cameByReferral = (win: Window): boolean =>
  win.location.search.includes('ref=') || win.localStorage.getItem('referral') !== null;

// A part of the page that no longer exists after an upgrade is reported by the screen that misses it, not by a blank page.
window.addEventListener('vite:preloadError', (event) => {
  console.error('A part of the page could not be loaded', (event as Event & { payload?: unknown }).payload);
});

shareStyleNonce();
const element = document.getElementById('root');
if (element) void start(element);
