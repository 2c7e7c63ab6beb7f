import type { Refusals } from './refusals.ts';

/** Stations, their restoration and their servers (spec §8). */
export const stationErrors = {
  'station.notFound': [404, 'Station not found', 'The station was not found.'],
  'station.suspended': [409, 'Station suspended', 'The station is not active.'],
  'station.alreadySuspended': [409, 'Already suspended', 'This station is already suspended.'],
  'station.notSuspended': [409, 'Not suspended', 'This station is not suspended.'],
  'station.mountInUse': [409, 'Failed to update station info', 'This mount is in use.'],
  'station.suspendedByPortal': [409, 'Station suspended', 'The portal suspended this station. Please contact support.'],
  'station.sameAccount': [409, 'Unable to move the station', 'The station is already in this account.'],
  'station.transferSubscribed': [
    409,
    'Unable to move the station',
    'You have an active station subscription. Please cancel it before moving your station',
  ],
  'station.transferLinked': [
    409,
    'Unable to move the station',
    'This station is linked to other stations as a relay or as their master. Please remove the link first.',
  ],
  'station.urlInUse': [409, 'Failed to update station info', 'The URL is already in use.'],
  'station.hasRelays': [
    409,
    'Unable to delete the station',
    'This station has relay stations linked to it. Please delete them first before proceeding',
  ],
  'station.hasSubscription': [
    409,
    'Unable to delete the station',
    'You have an active station subscription. Please cancel it before deleting your station',
  ],
  'restore.notDeleted': [409, 'Unable to restore the station', 'The station is not deleted.'],
  'restore.accountNotFound': [404, 'Unable to restore the station', 'The account was not found.'],
  'restore.stationNotFound': [404, 'Unable to restore the station', 'The station was not found.'],
  'restore.mountNotFound': [404, 'Unable to restore the station', 'The mount was not found.'],
  'restore.masterNotFound': [404, 'Unable to restore the station', 'The master station was not found.'],
  'restore.stationLimit': [409, 'Unable to restore the station', 'You have reached your station count limit'],
  'restore.podcastLimit': [409, 'Unable to restore the station', 'You have reached your {podcast} count limit'],
  'restore.trackLimit': [409, 'Unable to restore the station', 'You have reached your track count limit'],
  'restore.bitrateLimit': [409, 'Unable to restore the station', 'You have reached your bitrate limit'],
} as const satisfies Refusals;
