import { createRoute } from '@tanstack/react-router';
import { NumbersSearch, PhoneRequestsSearch } from '#web/features/telephony/telephony-search.ts';
import { screen, shell } from './shell-route.tsx';

/* The portal's pages of call-to-listen. */

const frame = createRoute({
  getParentRoute: () => shell,
  path: '/portal/ctl',
  component: screen(() => import('#web/features/telephony/PortalCtlFrame.tsx'), 'PortalCtlFrame'),
});
const numbers = createRoute({
  getParentRoute: () => frame,
  path: '/',
  validateSearch: NumbersSearch,
  component: screen(() => import('#web/features/telephony/NumbersScreen.tsx'), 'NumbersScreen'),
});
const requests = createRoute({
  getParentRoute: () => frame,
  path: 'requests',
  validateSearch: PhoneRequestsSearch,
  component: screen(() => import('#web/features/telephony/PhoneRequestsScreen.tsx'), 'PhoneRequestsScreen'),
});
const lines = createRoute({
  getParentRoute: () => frame,
  path: 'lines',
  component: screen(() => import('#web/features/telephony/LinesScreen.tsx'), 'LinesScreen'),
});

export const portalTelephony = frame.addChildren([numbers, requests, lines]);
