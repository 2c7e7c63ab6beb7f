import type { Resource } from './keys.ts';

/** Every role of a person on a resource (spec §6). `signedIn` is any signed-in user. */
export type Role =
  | 'portalAdmin'
  | 'accountOwner'
  | 'accountAdmin'
  | 'stationOwner'
  | 'stationAdmin'
  | 'stationStaff'
  | 'signedIn';

const portal = ['portalAdmin'] as const;
const everyone = ['portalAdmin', 'signedIn'] as const;
const account = ['portalAdmin', 'accountOwner', 'accountAdmin'] as const;
const manage = [...account, 'stationOwner', 'stationAdmin'] as const;
const work = [...manage, 'stationStaff'] as const;

/**
 * The permission table: action × roles. The server's check, the web's `<Can action>` and the
 * generated authorization tests read it. An action begins with the resource whose key it guards; `portal.*`
 * and `user.*` guard no key.
 *
 * `suspended`: whether an action still works while the account is suspended (default: refused
 * with `account.suspended` unless the caller is a portal administrator).
 * `deleted`: whether the action also works on deleted things of an existing account.
 */
export const permissions = {
  'user.self': { roles: everyone },
  'user.createAccount': { roles: everyone },

  'portal.read': { roles: portal },
  'portal.write': { roles: portal },

  'portal.readPeople': { roles: portal },
  'portal.managePeople': { roles: portal },
  'portal.readAudit': { roles: portal },

  'account.read': { roles: account, suspended: 'allowed' },
  'account.update': { roles: account },
  'account.suspend': { roles: portal, suspended: 'allowed' },
  'account.delete': { roles: portal, suspended: 'allowed' },
  'account.readLimits': { roles: account, suspended: 'allowed' },
  'account.setLimits': { roles: portal, suspended: 'allowed' },
  'account.readPlan': { roles: account, suspended: 'allowed' },
  'account.setPlan': { roles: portal, suspended: 'allowed' },
  'account.cancelPlan': { roles: ['portalAdmin', 'accountOwner'], suspended: 'allowed' },
  /** Also while suspended or held: who owes money must be able to pay. */
  'account.buyPlan': { roles: account, suspended: 'allowed' },
  'account.readInvoices': { roles: account, suspended: 'allowed' },
  'account.requestPlan': { roles: account },
  'account.readPeople': { roles: account, suspended: 'allowed' },
  'account.managePeople': { roles: account },
  /** In addition to managePeople: invite, remove or demote an owner. */
  'account.manageOwners': { roles: ['portalAdmin', 'accountOwner'] },
  'account.readApplications': { roles: account, suspended: 'allowed' },
  'account.writeApplications': { roles: account },
  'account.createStation': { roles: account },
  'account.readAnalytics': { roles: account, suspended: 'allowed' },
  'account.readPodcasts': { roles: account, suspended: 'allowed' },
  'account.createPodcast': { roles: account },

  'account.readCampaigns': { roles: account, suspended: 'allowed' },
  'account.writeCampaigns': { roles: account },
  'account.requestAdvertising': { roles: account },

  'account.readPlayers': { roles: account, suspended: 'allowed' },
  'account.writePlayers': { roles: account },

  'account.readSite': { roles: account, suspended: 'allowed' },
  'account.writeSite': { roles: account },

  'account.readFinance': { roles: account, suspended: 'allowed' },
  'account.createInvoice': { roles: account, suspended: 'allowed' },

  'campaign.read': { roles: account, suspended: 'allowed' },
  'campaign.write': { roles: account },
  'campaign.delete': { roles: account, suspended: 'allowed' },

  'player.read': { roles: account, suspended: 'allowed' },
  'player.readAnalytics': { roles: account, suspended: 'allowed' },
  'player.write': { roles: account },
  'player.restore': { roles: account, deleted: 'allowed' },

  'station.readAds': { roles: work, suspended: 'allowed' },
  'station.setAds': { roles: manage },
  /** A contract: only who may bind the account. */
  'station.agreeAds': { roles: ['portalAdmin', 'accountOwner'] },
  'station.startBreak': { roles: work },

  'station.read': { roles: work, suspended: 'allowed' },
  'station.update': { roles: manage },
  /** Everything that the settings pages only show. */
  'station.readSettings': { roles: manage, suspended: 'allowed' },
  /** Decisions about a station that belong to its account: its subscription, whether it is the default. */
  'station.decideForAccount': { roles: account, suspended: 'allowed' },
  'station.suspend': { roles: account, suspended: 'allowed' },
  'station.delete': { roles: manage, suspended: 'allowed' },
  'station.restore': { roles: account, suspended: 'allowed', deleted: 'allowed' },
  'station.transfer': { roles: account },
  /** A relay is a station of its master's account. */
  'station.addRelay': { roles: account },
  'station.feature': { roles: portal, suspended: 'allowed' },
  'station.assignNumbers': { roles: portal, suspended: 'allowed' },
  'station.readPeople': { roles: manage, suspended: 'allowed' },
  'station.managePeople': { roles: manage },
  /** In addition to managePeople: the account appoints a station's owners. */
  'station.manageOwners': { roles: account },
  'station.readPlan': { roles: manage, suspended: 'allowed' },
  'station.cancelPlan': { roles: ['portalAdmin', 'accountOwner'], suspended: 'allowed' },
  'station.buyAddOn': { roles: account, suspended: 'allowed' },
  'station.readPresenters': { roles: work, suspended: 'allowed' },
  'station.managePresenters': { roles: manage },
  'station.readCredentials': { roles: work },
  'station.resetCredentials': { roles: manage },
  /** In the browser: with the encoder's password, the same people could connect an encoder. */
  'station.goLive': { roles: work },
  'station.control': { roles: work },
  'station.playout': { roles: work },
  'station.readLibrary': { roles: work, suspended: 'allowed' },
  'station.writeLibrary': { roles: work },
  'station.readLog': { roles: work, suspended: 'allowed' },
  'station.setLog': { roles: manage },
  'station.readAnalytics': { roles: manage, suspended: 'allowed' },
  'station.manageArchive': { roles: manage },
  'station.createPodcast': { roles: manage },

  /** An account's podcast belongs to the account's team; a station's podcast also to the station's. */
  'podcast.read': { roles: work, suspended: 'allowed' },
  'podcast.update': { roles: manage },
  'podcast.delete': { roles: manage, suspended: 'allowed' },
  'podcast.addEpisode': { roles: work },
  'podcast.readAnalytics': { roles: manage, suspended: 'allowed' },

  'episode.read': { roles: work, suspended: 'allowed' },
  'episode.write': { roles: work },

  'track.read': { roles: work, suspended: 'allowed' },
  'track.write': { roles: work },
} as const satisfies Record<
  `${Resource | 'portal' | 'user'}.${string}`,
  { roles: readonly Role[]; suspended?: 'allowed'; deleted?: 'allowed' }
>;

export type Action = keyof typeof permissions;

/** The actions whose key is of resource R. */
export type ActionOn<R extends Resource> = Extract<Action, `${R}.${string}`>;

/** The actions without a key. */
export type KeylessAction = Extract<Action, `portal.${string}` | `user.${string}`>;

/** Whether these roles permit the action; both the server and the web call it. */
export const mayDo = (action: Action, roles: readonly Role[]): boolean =>
  roles.some((role) => (permissions[action].roles as readonly Role[]).includes(role));
