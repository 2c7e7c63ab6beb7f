import { AccountsSearch } from '#web/features/accounts/accounts-search.ts';
import { screen } from './screen.ts';
import { shell } from './shell-route.ts';

/* The first pages, those of a user, and those that say why another is not shown. */

const home = screen({
  parent: shell,
  path: '/',
  load: () => import('#web/features/accounts/HomeScreen.tsx'),
  name: 'HomeScreen',
  title: false,
  may: 'anyone',
  calls: ['session.me', 'session.accounts', 'portal.postsFor', 'portal.seenPost'],
});

const accounts = screen({
  parent: shell,
  path: '/accounts',
  load: () => import('#web/features/accounts/AccountsScreen.tsx'),
  name: 'AccountsScreen',
  title: 'Accounts',
  may: 'anyone',
  search: AccountsSearch,
  nav: { of: 'shell' },
  calls: ['accounts.list'],
});

const accountCreate = screen({
  parent: shell,
  path: '/accounts/create',
  load: () => import('#web/features/accounts/AccountCreateScreen.tsx'),
  name: 'AccountCreateScreen',
  title: 'Create',
  may: 'user.createAccount',
  calls: ['accounts.create', 'session.location', 'session.config'],
});

const stationRedirect = screen({
  parent: shell,
  path: '/stations/$stationKey',
  load: () => import('#web/features/stations/StationRedirect.tsx'),
  name: 'StationRedirect',
  title: ({ station }) => station ?? 'Station',
  may: 'anyone',
  calls: ['stations.get'],
});

const profile = screen({
  parent: shell,
  path: '/profile/settings',
  load: () => import('#web/features/profile/ProfileScreen.tsx'),
  name: 'ProfileScreen',
  title: 'Settings',
  may: 'anyone',
  calls: [
    'session.update',
    'session.preferences',
    'session.wantedEmails',
    'session.changeWantedEmails',
    'session.password',
    'session.email',
    'session.setAvatar',
    'session.removeAvatar',
    'session.profile',
    'session.updateProfile',
    'signIn.state',
    'signIn.sessions',
    'signIn.endSession',
    'signIn.endOtherSessions',
    'signIn.beginApp',
    'signIn.addApp',
    'signIn.beginPasskey',
    'signIn.addPasskey',
    'signIn.renewRecoveryCodes',
    'signIn.removeFactor',
  ],
});

const deletingStation = screen({
  parent: shell,
  path: '/help/deleting-a-station',
  load: () => import('#web/features/help/DeletingStationScreen.tsx'),
  name: 'DeletingStationScreen',
  title: false,
  may: 'anyone',
  calls: [],
});

const notFound = screen({
  parent: shell,
  path: '/not-found',
  load: 'first',
  name: 'NotFoundScreen',
  title: false,
  may: 'anyone',
  calls: [],
});

const forbidden = screen({
  parent: shell,
  path: '/forbidden',
  load: 'first',
  name: 'ForbiddenScreen',
  title: false,
  may: 'anyone',
  calls: [],
});

const badRequest = screen({
  parent: shell,
  path: '/bad-request',
  load: 'first',
  name: 'BadRequestScreen',
  title: false,
  may: 'anyone',
  calls: [],
});

export const startPages = [home, accounts, accountCreate] as const;
export const userPages = [stationRedirect, profile, deletingStation] as const;
export const errorPages = [notFound, forbidden, badRequest] as const;
