import { NumbersSearch, PhoneRequestsSearch } from '#web/features/telephony/telephony-search.ts';
import { frame, screen } from './screen.ts';
import { shell } from './shell-route.ts';

/* The portal's pages of call-to-listen. */

const layout = frame({
  parent: shell,
  path: '/portal/ctl',
  load: () => import('#web/features/telephony/PortalCtlFrame.tsx'),
  name: 'PortalCtlFrame',
  may: 'portal.read',
});

const numbers = screen({
  parent: layout,
  path: '/',
  load: () => import('#web/features/telephony/NumbersScreen.tsx'),
  name: 'NumbersScreen',
  title: 'Call-to-listen',
  may: 'portal.read',
  search: NumbersSearch,
  nav: { of: 'portal', icon: 'phone' },
  calls: [
    'telephony.numbers',
    'telephony.addNumber',
    'telephony.changeNumber',
    'telephony.removeNumber',
    'telephony.importNumbers',
    'telephony.setNumbers',
    'stations.list',
    'telephony.line',
    'telephony.trunks',
    'telephony.health',
  ],
});

const requests = screen({
  parent: layout,
  path: 'requests',
  load: () => import('#web/features/telephony/PhoneRequestsScreen.tsx'),
  name: 'PhoneRequestsScreen',
  title: 'Requests',
  may: 'portal.read',
  search: PhoneRequestsSearch,
  calls: ['telephony.requests', 'telephony.decide', 'telephony.numbers', 'telephony.health'],
});

const lines = screen({
  parent: layout,
  path: 'lines',
  load: () => import('#web/features/telephony/LinesScreen.tsx'),
  name: 'LinesScreen',
  title: 'Lines',
  may: 'portal.read',
  calls: [
    'telephony.trunks',
    'telephony.addTrunk',
    'telephony.changeTrunk',
    'telephony.removeTrunk',
    'telephony.health',
    'telephony.settings',
    'telephony.setSettings',
  ],
});

export const portalTelephony = layout.addChildren([numbers, requests, lines]);
