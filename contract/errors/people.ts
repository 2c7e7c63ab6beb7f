import type { Refusals } from './refusals.ts';

/** People and invitations (spec §8). */
export const peopleErrors = {
  'invitation.invalid': [404, 'Invitation', 'This invitation is not valid any more.'],
  'invitation.otherPerson': [
    403,
    'Invitation',
    'This invitation was sent to another e-mail. Sign in with that one to accept it.',
  ],
  'invitation.lapsed': [
    404,
    'Invitation',
    'The person who sent this invitation may no longer invite. Ask for a new one.',
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
  'membership.notFound': [404, 'People', 'The membership was not found.'],
} as const satisfies Refusals;
