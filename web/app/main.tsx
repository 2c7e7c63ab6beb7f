import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './global.css';
import './print.css';
import { createRoot } from 'react-dom/client';
import './after-react.ts';
import './after-packages.ts';
import type { PublicConfig } from '#contract/api/public-config.ts';
import { session as sessionCalls } from '#contract/api/session.ts';
import { call, connectCalls } from '#web/lib/call.ts';
import { createSession } from '#web/lib/session.ts';
import { shareStyleNonce } from '#web/lib/nonce.ts';
import { showPortal } from './portal.tsx';

/** Signs the user in, then shows the portal; where that fails, shows why and what to do. */
const start = async (element: HTMLElement): Promise<void> => {
  const showScreen = async (name: 'InsecureScreen' | 'RefusedScreen' | 'UnreachableScreen'): Promise<void> => {
    const { [name]: Screen } = await import('./BootScreens.tsx');
    createRoot(element).render(<Screen />);
  };
  // The pages of shared links need no sign-in and nothing of the session.
  if (window.location.pathname.startsWith('/shared/')) {
    const { showShared } = await import('./shared.tsx');
    return showShared(element);
  }
  const settings = configInPage() ?? (await call(sessionCalls.config, {}).catch(() => undefined));
  if (!settings) return showScreen('UnreachableScreen');
  const session = createSession(settings, window);
  connectCalls(session);
  const referral = hasReferral(window) ? await import('#web/features/session/referral.ts') : undefined;
  await referral?.captureReferral(window, settings.referral_tracking);
  const boot = await session.boot().catch(() => undefined);
  if (!boot) return showScreen('UnreachableScreen');
  if (boot.state === 'insecure') return showScreen('InsecureScreen');
  if (boot.state === 'refused') return showScreen('RefusedScreen');
  if (boot.state === 'leaving') return;
  if (boot.returnTo !== undefined) window.history.replaceState(null, '', boot.returnTo);
  void referral?.submitReferral(window);
  const pageStart = call(sessionCalls.start, {}).catch(() => undefined);
  await showPortal(createRoot(element), { settings, session, pageStart });
};

/** The configuration that the portal put into the document; undefined in development, or where that failed. */
const configInPage = (): PublicConfig | undefined => {
  try {
    return JSON.parse(document.getElementById('config')?.textContent ?? '') as PublicConfig;
  } catch {
    return undefined;
  }
};

/** Whether there is a referral code, in the URL or stored before the sign-in. */
const hasReferral = (win: Window): boolean =>
  win.location.search.includes('ref=') || win.localStorage.getItem('referral') !== null;

// After an upgrade an old chunk may be gone; the screen that needs it shows the error instead of a blank page.
window.addEventListener('vite:preloadError', (event) => {
  console.error('A part of the page could not be loaded', (event as Event & { payload?: unknown }).payload);
});

shareStyleNonce();
const element = document.getElementById('root');
if (element) void start(element);
