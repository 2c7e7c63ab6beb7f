import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

const notYet = (): never => refuse('request.unavailable', { part: 'This' });

/** The calls of people. */
export const peopleRoutes = (_kernel: Kernel): Handlers<'people'> => ({
  ofPortal: notYet,
  ofAccount: notYet,
  ofStation: notYet,
  inviteToPortal: notYet,
  inviteToAccount: notYet,
  inviteToStation: notYet,
  removeFromPortal: notYet,
  removeFromAccount: notYet,
  removeFromStation: notYet,
  removeEmailFromPortal: notYet,
  removeEmailFromAccount: notYet,
  removeEmailFromStation: notYet,
  portalInvites: notYet,
  accountInvites: notYet,
  stationInvites: notYet,
  withdrawFromPortal: notYet,
  withdrawFromAccount: notYet,
  withdrawFromStation: notYet,
  myInvites: notYet,
  invite: notYet,
  accept: notYet,
  reject: notYet,
  users: notYet,
  disable: notYet,
  enable: notYet,
});
