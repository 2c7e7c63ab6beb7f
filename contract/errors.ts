/**
 * Every refusal of the product: code → HTTP status and what a person reads (spec §8).
 * `{Podcast}`, `{podcasts}`, `{AutoDJ}`, … are the brand's wording; `{name}` in braces without a
 * wording comes from the refusal's details.
 */
export const errors = {
  'request.invalid': [400, 'Validation error', 'Please check inputs and try again.'],
  'request.malformed': [400, 'Bad request', 'The request could not be read: {reason}.'],
  'request.tooLarge': [413, 'Too large', 'The request is larger than {max}.'],
  'request.range': [416, 'Out of range', 'This part of the file does not exist.'],
  'request.notFound': [404, 'Not found', 'There is nothing at this address.'],
  'request.rateLimited': [429, 'Too many requests', 'Please wait {seconds} seconds and try again.'],
  'request.conflict': [
    409,
    'Already changed',
    'Somebody changed this in the meantime. Please reload the page and try again.',
  ],
  'request.unexpected': [500, 'Something went wrong', 'Please reload the page and try again.'],
  'request.unavailable': [
    503,
    'Temporarily unavailable',
    '{part} is not available right now. Please try again in a minute.',
  ],

  'outbound.refused': [422, 'Address not usable', 'The address could not be used: {reason}.'],

  'session.required': [401, 'Please sign in', 'Your session has ended. Please sign in again.'],
  'session.forbidden': [403, 'Not allowed', 'You do not have permission to do this.'],
  'session.tokenInvalid': [401, 'Link expired', 'This link or token is no longer valid. Please reload the page.'],

  'account.notFound': [404, 'Account not found', 'The account was not found.'],
  'account.suspended': [403, 'Account suspended', 'This account is suspended. Please contact support.'],
  'account.updateFailed': [500, 'Update failed', 'Failed to update the account'],
  'account.limitsFailed': [500, 'Update failed', 'Failed to update account limits'],
  'account.invoiceFailed': [500, 'Update failed', 'Failed to update account invoice settings'],
  'account.suspendFailed': [500, 'Update failed', 'Failed to suspend or reactivate the account'],
  'account.deleteFailed': [500, 'Account Delete Error', 'Failed to delete the account'],
  'account.hasSubscription': [
    409,
    'Account Delete Error',
    'This account has active subscriptions. Please cancel them first.',
  ],
  'account.alreadySuspended': [409, 'Already suspended', 'This account is suspended already.'],
  'account.notSuspended': [409, 'Not suspended', 'This account is not suspended.'],
  'account.creationClosed': [403, 'Not allowed', 'New accounts are made by the portal. Please contact support.'],
  'application.notFound': [404, 'Application not found', 'The application was not found.'],
  'subscription.notFound': [404, 'Subscription not found', 'The subscription was not found.'],
  'subscription.ended': [409, 'Subscription ended', 'This subscription has ended already.'],
  'profile.updateFailed': [500, 'Update failed', 'Failed to update your profile. Please try again.'],
  'profile.emailFailed': [500, 'Update failed', 'Failed to update your e-mail. Please try again.'],
  'profile.emailTaken': [409, 'Update failed', 'This e-mail belongs to somebody else.'],
  'profile.urlInUse': [409, 'Update failed', 'The URL is already in use.'],
  'profile.providerClosed': [
    501,
    'Not available here',
    'Names, passwords and e-mails are kept by the sign-in service. To change them here, an operator sets OIDC_ADMIN_CLIENT_ID and OIDC_ADMIN_CLIENT_SECRET.',
  ],
  'profile.passwordFailed': [500, 'Update failed', 'Failed to update your password. Please try again.'],

  'plan.stationsCountExceeded': [
    409,
    'Unable to update the plan',
    'Your account has reached the maximum number of stations allowed for this plan. Please reduce the number of stations in your account in order to update the subscription plan.',
  ],
  'plan.podcastsCountExceeded': [
    409,
    'Unable to update the plan',
    'Your account has reached the maximum number of {podcasts} allowed for this plan. Please reduce the number of {podcasts} in your account in order to update the subscription plan.',
  ],
  'plan.maxTracksExceeded': [
    409,
    'Unable to update the plan',
    'Your stations have more tracks than this plan allows. Please reduce the number of tracks in order to update the subscription plan.',
  ],
  'plan.maxBitRateExceeded': [
    409,
    'Unable to update the plan',
    'A station of yours has a higher bit rate than this plan allows. Please reduce the bit rate in order to update the subscription plan.',
  ],
  'plan.invalidQuantity': [409, 'Unable to update the plan', 'The quantity is not valid for this plan.'],
  'plan.invalidPromoCode': [409, 'Unable to update the plan', 'The promo code is not valid.'],
  'plan.noPaymentMethod': [
    409,
    'Unable to update the plan',
    'There is no payment method. Please add one in the billing portal.',
  ],
  'plan.unknown': [409, 'Unable to update the plan', 'Unknown error occurred'],
  'plan.stationLimit': [409, 'Upgrade needed', 'You have reached your station count limit'],
  'plan.podcastLimit': [409, 'Upgrade needed', 'Upgrade your account to add more {podcasts}'],
  'plan.recordingNeeded': [409, 'Upgrade needed', 'Please upgrade your subscription to begin recording {podcasts}.'],
  'plan.tracksExceeded': [
    409,
    'Tracks limit exceeded.',
    'You have exceeded the maximum number of tracks allowed for your plan.',
  ],

  'plan.bitrateExceeded': [409, 'Upgrade needed', 'You have reached your bitrate limit'],
  'plan.featureMissing': [409, 'Upgrade needed', 'Your plan does not include this feature.'],

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
  'relay.fetchFailed': [500, 'Relays', 'Failed to fetch relays.'],
  'relay.addFailed': [500, 'Relays', 'Failed to add the relay. Please try again later.'],
  'relay.updateFailed': [500, 'Relays', 'Failed to update the relay. Please try again later.'],
  'relay.deleteFailed': [500, 'Relays', 'Failed to delete the relay. Please try again later.'],

  'autodj.updateFailed': [500, '{AutoDJ}', 'Failed to update {AutoDJ} configuration. Please try again later.'],
  'autodj.restartFailed': [503, '{AutoDJ}', 'Failed to restart {AutoDJ}. Please try again later.'],
  'autodj.orderMismatch': [
    409,
    '{AutoDJ}',
    'The playlist changed in the meantime. Please reload the page and try again.',
  ],
  'failover.addFailed': [500, 'Fail-over', 'Failed to add the fail-over URL. Please try again.'],
  'failover.updateFailed': [500, 'Fail-over', 'Failed to update the fail-over URL. Please try again.'],
  'failover.deleteFailed': [500, 'Fail-over', 'Failed to delete the fail-over URL. Please try again.'],
  'media.notFound': [404, 'Track not found', 'The track was not found.'],
  'media.taskNotFound': [404, 'Upload not found', 'This upload is not known. Please upload the file again.'],
  'media.uploadFailed': [500, 'Upload failed', 'Failed to upload the file. Please try again.'],
  'media.empty': [422, 'Upload failed', 'The file is empty.'],
  'media.notAudio': [
    422,
    'Upload failed',
    'This is not an audio file that can be read: {reason}. MP3, FLAC, WAV, M4A and OGG are accepted.',
  ],
  'media.tooLong': [422, 'Upload failed', 'The file is longer than {max}.'],
  'media.tooLarge': [413, 'Upload failed', 'The file is larger than {max}.'],
  'media.encoderMissing': [
    503,
    'Upload failed',
    'The server cannot prepare audio because ffmpeg is not installed. Please install the package "ffmpeg" and start again.',
  ],
  'media.storageFull': [507, 'Upload failed', 'There is no room left to keep the file.'],
  'image.uploadFailed': [500, 'Upload failed', 'Failed to upload the image. Please try again.'],
  'image.artworkFailed': [500, 'Upload failed', 'Failed to upload the artwork. Please try again.'],
  'image.notFound': [404, 'Not found', 'The image was not found.'],
  'image.notImage': [422, 'Upload failed', 'This is not an image that can be read. JPG, PNG and WebP are accepted.'],
  'image.tooLarge': [413, 'Upload failed', 'The image is larger than {max}.'],
  'image.tooManyPixels': [422, 'Upload failed', 'The image has more than {max} pixels.'],
  'image.invalidSize': [422, 'Validation error', 'Invalid image size.'],
  'image.notSquare': [422, 'Validation error', 'Image must have equal width and height.'],

  'podcast.notFound': [404, '{Podcast} not found', 'The {podcast} was not found.'],
  'podcast.createFailed': [500, '{Podcast}', 'Failed to create the {podcast}. Please try again.'],
  'podcast.updateFailed': [500, '{Podcast}', 'Failed to update the {podcast}. Please try again.'],
  'podcast.deleteFailed': [500, '{Podcast}', 'Unable to delete the {podcast}.'],
  'episode.uploadFailed': [500, 'Episode', 'Failed to upload the episode. Please try again.'],
  'schedule.createFailed': [500, 'Recording schedule', 'Failed to create the recording schedule. Please try again.'],
  'schedule.updateFailed': [500, 'Recording schedule', 'Failed to edit the recording schedule. Please try again.'],
  'schedule.deleteFailed': [500, 'Recording schedule', 'Failed to delete the recording schedule. Please try again.'],
  'prompt.network': [
    503,
    'Network error occurred',
    'Please check your internet connection, refresh the page and try again.',
  ],
  'prompt.uploadFailed': [500, 'Welcome Prompt', 'Failed to upload Welcome Prompt'],
  'campaign.deleteFailed': [500, 'Campaign', 'Failed to delete the campaign. Please try again.'],
  'raw.liveFailed': [500, 'Raw data', 'Failed to fetch live raw stats. Please wait a minute and try again.'],
  'raw.monthlyFailed': [500, 'Raw data', 'Failed to request monthly raw stats. Please try again later.'],
  'raw.subscribeFailed': [500, 'Raw data', 'Failed to subscribe to the raw stats archive. Please try again later.'],
  'raw.unsubscribeFailed': [
    500,
    'Raw data',
    'Failed to unsubscribe from the raw stats archive. Please try again later.',
  ],
  'raw.archivesFailed': [500, 'Raw data', 'Failed to fetch raw stats archives. Please try again later.'],
  'raw.statusFailed': [500, 'Raw data', 'Failed to fetch archive status'],
  'raw.noStation': [400, 'Raw data', 'Please select a station'],
  'invitation.invalid': [404, 'Invitation', 'This invitation is not valid any more.'],
  'invitation.otherPerson': [
    403,
    'Invitation',
    'This invitation was sent to another e-mail. Sign in with that one to accept it.',
  ],
  'invitation.unverified': [403, 'Invitation', 'Please confirm your e-mail first, then open the invitation again.'],
  'invitation.alreadyMember': [409, 'Invitation', 'This person has this role already.'],
  'membership.lastOwner': [
    409,
    'People',
    'The last owner cannot be removed. Please make somebody else an owner first.',
  ],
  'membership.lastAdmin': [409, 'People', 'The last portal administrator cannot be removed.'],
  'membership.configured': [
    409,
    'People',
    'This person administers the portal by its configuration (ADMIN_EMAIL) and cannot be removed here.',
  ],
  'membership.yourself': [409, 'People', 'You cannot do this to yourself.'],
  'membership.needsTarget': [400, 'People', 'Please name the person by id or e-mail.'],
  'person.notFound': [404, 'People', 'The person was not found.'],
  'notification.notFound': [404, 'Notifications', 'The notification was not found.'],
  'post.notFound': [404, 'Posts', 'The post was not found.'],
  'changelog.notFound': [404, 'Changelog', 'The entry was not found.'],
  'partner.notFound': [404, 'Partners', 'The partner was not found.'],
  'partner.slugInUse': [409, 'Partners', 'The URL is already in use.'],
  'job.notFound': [404, 'Jobs', 'The job was not found.'],
  'membership.notFound': [404, 'People', 'The membership was not found.'],
  'analytics.period': [400, 'Period', 'The period is not valid: {reason}.'],
  'analytics.tooMuch': [422, 'Too much at once', 'These statistics take too long. Please choose a shorter period.'],
  'chunk.script': [500, 'Something went wrong', 'A part of the page could not be loaded. Please reload the page.'],
  CSS_CHUNK_LOAD_FAILED: [
    500,
    'Something went wrong',
    'The style of the page could not be loaded. Please reload the page.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, text: string]>;

export type ErrorCode = keyof typeof errors;

/** What a refusal looks like on the wire. `fields` maps a dotted path to what is wrong there; `id` finds the log line. */
export type ErrorReply = {
  error: {
    code: ErrorCode;
    title: string;
    message: string;
    fields?: Record<string, string>;
    details?: Record<string, string | number>;
    id?: string;
  };
};

/** The toast texts for things that went well (spec §8). */
export const successes = {
  copied: 'Copied!',
  autodjUpdated: 'The {AutoDJ} configuration was successfully updated',
  podcastCreated: 'The {podcast} was created successfully.',
  podcastUpdated: 'The {podcast} was updated successfully.',
  podcastDeleted: 'The {podcast} was deleted successfully.',
} as const;
