import type { Refusals } from './refusals.ts';

/** Campaigns, spots and breaks (spec §5, design of advertising). */
export const advertisingErrors = {
  'campaign.notFound': [404, 'Campaign not found', 'The campaign was not found.'],
  'campaign.notEnabled': [
    409,
    'Campaigns are not enabled',
    'This account does not run campaigns itself. Please send an advertising request, or ask the portal to enable campaigns.',
  ],
  'campaign.archived': [409, 'Campaign archived', 'An archived campaign cannot be changed. Please create a new one.'],
  'campaign.dates': [422, 'Dates', 'The end date must not be before the start date.'],
  'campaign.past': [422, 'Dates', 'The end date has passed. Please choose a later one.'],
  'campaign.goalBelowDelivered': [
    422,
    'Impressions',
    'This campaign has already delivered {delivered} impressions. Please enter a higher goal.',
  ],
  'campaign.portalField': [403, 'Not allowed', 'Only the portal can change “{field}” of a campaign.'],
  'campaign.audioFailed': [422, 'Audio', 'This file could not be played. Please upload it as MP3, WAV, FLAC or AAC.'],
  'campaign.noProof': [404, 'No recording', 'This recording does not exist, or it is damaged.'],
  'campaign.noAudio': [404, 'No audio yet', 'This campaign has no audio yet, or it is still being prepared.'],
  'campaign.noFormat': [
    409,
    'Not in this format yet',
    'This audio is not prepared in the format of the station yet. Please try again in a minute.',
  ],
  'campaign.noMakegood': [
    409,
    'Nothing to make up for',
    'Only a campaign that ended short of its goal can be made up for, and only once.',
  ],
  'campaign.unknownTarget': [422, 'Target', 'The target “{target}” is not known.'],
  'campaign.unknownCreative': [422, 'Audio', 'This audio does not belong to the account.'],
  'adProvider.notFound': [404, 'Ad server not found', 'The ad server was not found.'],
  'adProvider.exists': [409, 'Name in use', 'There is an ad server of this name already.'],
  'adProvider.tooMany': [409, 'Too many ad servers', 'Please delete an ad server you no longer need: 50 are the most.'],
  'adProvider.inUse': [
    409,
    'In use',
    'Campaigns ask this ad server. Please choose another audio for them first, or switch the ad server off.',
  ],
  'ruleChain.notFound': [404, 'Rules not found', 'The saved rules were not found.'],
  'ruleChain.tooMany': [
    409,
    'Too many saved rules',
    'An account can save 1000 lists of rules. Please delete one you no longer need.',
  ],
  'ruleChain.exists': [409, 'Name in use', 'There are saved rules of this name already.'],
  'adRequest.notFound': [404, 'Request not found', 'The advertising request was not found.'],
  'adRequest.decided': [409, 'Already decided', 'This advertising request has already been decided.'],
  'adRequest.notEditable': [
    409,
    'Not editable',
    'This advertising request can only be changed while changes are asked for.',
  ],
  'adRequest.threadFull': [409, 'Too many messages', 'This request has too many messages. Please contact support.'],
  'adRequest.unavailable': [
    409,
    'Advertising not available',
    'Audio advertising is not available for this account. Please contact support.',
  ],
  'adRequest.noStations': [422, 'Stations', 'Please choose at least one station.'],
  'audioAds.agreementMissing': [
    409,
    'Agreement missing',
    'Please accept the audio advertising agreement before switching audio ads on.',
  ],
  'audioAds.agreementOutdated': [
    409,
    'Agreement changed',
    'The agreement has changed since you opened it. Please read and accept the new one.',
  ],
  'audioAds.notAllowed': [409, 'Without ads', 'The plan of this account is free of audio ads.'],
  'audioAds.off': [409, 'Audio ads are off', 'Please switch audio ads on for this station first.'],
  'audioAds.breakRunning': [409, 'Break running', 'A break is already playing. Please wait until it is over.'],
  'audioAds.noSpots': [409, 'Nothing to hear', 'No listener has a spot to hear now. Please try again later.'],
  'audioAds.notOnAir': [409, 'Off the air', 'The station is not on the air.'],
} as const satisfies Refusals;
