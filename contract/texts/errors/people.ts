import type { Refusals } from './refusals.ts';

/** People and invitations (spec §8). */
export const peopleErrors = {
  'invitation.invalid': [404, 'Invitation', 'This invitation is no longer valid.'],
  'invitation.otherPerson': [
    403,
    'Invitation',
    'This invitation was sent to another e-mail address. Please sign in with that address to accept it.',
  ],
  'invitation.lapsed': [
    404,
    'Invitation',
    'The person who sent this invitation can no longer invite others. Please ask for a new one.',
  ],
  'invitation.unverified': [
    403,
    'Invitation',
    'Please confirm your e-mail address first, then open the invitation again.',
  ],
  'invitation.alreadyMember': [409, 'Invitation', 'This person already has this role.'],
  'membership.lastOwner': [409, 'Team', 'The last owner cannot be removed. Please make someone else an owner first.'],
  'membership.lastAdmin': [409, 'Team', 'The last portal administrator cannot be removed.'],
  'membership.configured': [
    409,
    'Team',
    'This person is an administrator by configuration (ADMIN_EMAIL) and cannot be removed here.',
  ],
  'membership.yourself': [409, 'Team', 'You cannot do this to your own account.'],
  'membership.needsTarget': [400, 'Team', 'Please specify the person by ID or e-mail.'],
  'person.notFound': [404, 'Team', 'The person was not found.'],
  'person.noReset': [409, 'Password', 'The sign-in provider of this portal resets passwords on its own pages.'],
  'seeAs.readOnly': [403, 'Read-only', 'You see the portal as another person and cannot change anything.'],
  'seeAs.hidden': [403, 'Not shown', 'Passwords and keys are not shown while you see the portal as another person.'],
  'seeAs.over': [403, 'Time is over', 'You no longer see the portal as another person. Please reload the page.'],
  'seeAs.notPossible': [
    409,
    'See as',
    'You can only see the portal as a person who may sign in and is not an administrator of the portal.',
  ],
  'membership.notFound': [404, 'Team', 'The membership was not found.'],
} as const satisfies Refusals;
