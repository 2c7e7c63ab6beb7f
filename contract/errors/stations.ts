import type { Refusals } from './refusals.ts';

/** Stations, their restoration and their servers (spec §8). */
export const stationErrors = {
  'station.notFound': [404, 'Station not found', 'The station was not found.'],
  'station.suspended': [409, 'Station suspended', 'The station is not active.'],
  'station.alreadySuspended': [409, 'Already suspended', 'This station is suspended already.'],
  'station.notSuspended': [409, 'Not suspended', 'This station is not suspended.'],
  'station.mountInUse': [409, 'Failed to update station info', 'This mount is in use.'],
  'station.suspendedByPortal': [409, 'Station suspended', 'The portal suspended this station. Please contact support.'],
  'station.sameAccount': [409, 'Unable to move the station', 'The station is in this account already.'],
  'station.transferSubscribed': [
    409,
    'Unable to move the station',
    'You have an active station subscription. Please cancel it before moving your station',
  ],
  'station.transferLinked': [
    409,
    'Unable to move the station',
    'This station is linked with other stations as a relay or as their master. Please remove the link first.',
  ],
  'station.urlInUse': [409, 'Failed to update station info', 'The URL is already in use.'],
  'station.updateFailed': [500, 'Failed to update station info', 'Please check inputs and try again.'],
  'station.logoFailed': [500, 'Failed to update station info', 'Failed to update the station logo. Please try again.'],
  'station.backgroundFailed': [
    500,
    'Failed to update station info',
    'Failed to update the station background. Please try again.',
  ],
  'station.profileFailed': [
    500,
    'Failed to update station info',
    'Failed to update the station profile. Please try again.',
  ],
  'station.deleteFailed': [500, 'Unable to delete the station', 'Please try again later.'],
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
  'restore.failed': [500, 'Unable to restore the station', 'Please try again later.'],
  'restore.notDeleted': [409, 'Unable to restore the station', 'The station is not deleted.'],
  'restore.accountNotFound': [404, 'Unable to restore the station', 'The account was not found.'],
  'restore.stationNotFound': [404, 'Unable to restore the station', 'The station was not found.'],
  'restore.mountNotFound': [404, 'Unable to restore the station', 'The mount was not found.'],
  'restore.masterNotFound': [404, 'Unable to restore the station', 'The master station was not found.'],
  'restore.stationLimit': [409, 'Unable to restore the station', 'You have reached your station count limit'],
  'restore.podcastLimit': [409, 'Unable to restore the station', 'You have reached your {podcast} count limit'],
  'restore.trackLimit': [409, 'Unable to restore the station', 'You have reached your track count limit'],
  'restore.bitrateLimit': [409, 'Unable to restore the station', 'You have reached your bitrate limit'],
  'server.startFailed': [
    503,
    'Failed to start the server',
    'The streaming server could not be started. Please try again later.',
  ],
  'server.restartFailed': [
    503,
    'Failed to restart the server',
    'The streaming server could not be restarted. Please try again later.',
  ],
  'server.stopFailed': [
    503,
    'Failed to stop the server',
    'The streaming server could not be stopped. Please try again later.',
  ],
} as const satisfies Refusals;
