import type { Refusals } from './refusals.ts';

/** Microsites and their domains (design of players §5, §9). */
export const siteErrors = {
  'site.notFound': [404, 'Microsite', 'Please save the microsite first.'],
  'site.changed': [
    409,
    'Changed in the meantime',
    'Somebody else changed the microsite in the meantime. Please load it again and repeat your change.',
  ],
  'site.slugInUse': [409, 'Microsite', 'The URL is already in use.'],
  'site.foreign': [409, 'Not of this account', 'A block shows something that no longer belongs to this account.'],
  'site.versionNotFound': [404, 'Version not found', 'This version no longer exists.'],
  'site.tooManyImages': [409, 'Too many images', 'A microsite can have {max} images. Please remove one first.'],
  'site.tooManyDomains': [409, 'Too many domains', 'A microsite can have {max} domains. Please remove one first.'],
  'site.domainInUse': [409, 'Domain in use', 'Another account has verified this domain.'],
  'site.domainReserved': [409, 'Domain reserved', 'This domain belongs to this portal.'],
  'site.domainNotFound': [404, 'Domain not found', 'This domain was removed from the microsite.'],
} as const satisfies Refusals;
