import type { Screen } from './station-screens.ts';

/** The screens of call-to-listen: of a station, and of the portal. */
export const telephonyScreens: readonly Screen[] = [
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/ctl',
    file: 'web/features/telephony/CtlScreen.tsx',
    endpoints: [
      'telephony.line',
      'telephony.request',
      'telephony.setRequest',
      'telephony.token',
      'telephony.setPrompt',
      'telephony.hasPrompt',
      'telephony.removePrompt',
      'telephony.prompt',
      'telephony.listen',
      'ctlStats.recent',
      'session.events',
    ],
  },
  {
    route: '/portal/ctl',
    file: 'web/features/telephony/NumbersScreen.tsx',
    endpoints: [
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
  },
  {
    route: '/portal/ctl/requests',
    file: 'web/features/telephony/PhoneRequestsScreen.tsx',
    endpoints: ['telephony.requests', 'telephony.decide', 'telephony.numbers', 'telephony.health'],
  },
  {
    route: '/portal/ctl/lines',
    file: 'web/features/telephony/LinesScreen.tsx',
    endpoints: [
      'telephony.trunks',
      'telephony.addTrunk',
      'telephony.changeTrunk',
      'telephony.removeTrunk',
      'telephony.health',
      'telephony.settings',
      'telephony.setSettings',
    ],
  },
];
