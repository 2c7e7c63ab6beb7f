import type { Refusals } from './refusals.ts';

/** Refusals of any endpoint (spec §8). */
export const requestErrors = {
  'request.invalid': [400, 'Validation error', 'Please check inputs and try again.'],
  'request.malformed': [400, 'Bad request', 'The request could not be read: {reason}.'],
  'request.tooLarge': [413, 'Too large', 'The request is larger than {max}.'],
  'request.headTooLarge': [431, 'Too large', 'The URL or the headers of the request are too long.'],
  'request.timeout': [
    408,
    'Request timed out',
    'The request did not arrive in time. Please check your connection and try again.',
  ],
  'request.range': [416, 'Out of range', 'This part of the file does not exist.'],
  'request.notFound': [404, 'Not found', 'There is nothing at this URL.'],
  'request.notOffered': [
    404,
    'Not part of this portal',
    'This portal does not include {feature}. Please contact its operator if you need it.',
  ],
  'request.rateLimited': [429, 'Too many requests', 'Please wait {seconds} seconds and try again.'],
  'request.conflict': [
    409,
    'Already changed',
    'Someone else changed this in the meantime. Please reload the page and try again.',
  ],
  'request.keyReused': [
    422,
    'Key already used',
    'This Idempotency-Key was used for another request. Please send a new key with a new request.',
  ],
  'request.unexpected': [500, 'Something went wrong', 'Please reload the page and try again.'],
  'request.unavailable': [
    503,
    'Temporarily unavailable',
    '{part} is not available right now. Please try again in a minute.',
  ],
  'outbound.refused': [422, 'URL not usable', 'The URL could not be used: {reason}.'],
  'session.required': [401, 'Please sign in', 'Your session has ended. Please sign in again.'],
  'session.forbidden': [403, 'Not allowed', 'You do not have permission to do this.'],
  'session.tokenInvalid': [401, 'Link expired', 'This link or token is no longer valid. Please reload the page.'],
  'job.notFound': [404, 'Jobs', 'The job was not found.'],
  'chunk.script': [500, 'Something went wrong', 'A part of the page could not be loaded. Please reload the page.'],
  CSS_CHUNK_LOAD_FAILED: [
    500,
    'Something went wrong',
    'The style of the page could not be loaded. Please reload the page.',
  ],
  'prompt.tooLarge': [413, 'Welcome Prompt', 'The Welcome Prompt field size must be less than 10MB'],
  'prompt.network': [
    503,
    'Network error occurred',
    'Please check your internet connection, refresh the page and try again.',
  ],
} as const satisfies Refusals;
