import type { Kernel } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { invitationEmail } from './invitation-email.ts';
import { hashToken } from './token-hash.ts';
import { findOpenInvitation, replaceSecret } from './invitations.repo.ts';

type Deps = Pick<Kernel, 'db' | 'jobs' | 'mail' | 'config' | 'clock'>;

const job = 'people.invitation';
/** Growing pauses of more than an hour in all, which outlast a restart of the mail server. */
const retries = 8;
const secretLetters = 32;

/**
 * Queues the e-mail of an invitation; queued again before it is sent, it is still one e-mail. The inviter's message is only
 * in the job, not stored with the invitation.
 */
export const queueInvitationEmail = async ({ jobs }: Pick<Deps, 'jobs'>, id: string, message = ''): Promise<void> =>
  await jobs.send(job, { id, message }, { singletonKey: id });

/** Writes and delivers invitation e-mails; for the process that runs jobs. */
export const workInvitations = async (deps: Deps): Promise<void> =>
  await deps.jobs.work(job, { concurrency: 2, retries, expireS: 60, givenUp: 'listed' }, ({ id, message }) =>
    deliver(deps, String(id), typeof message === 'string' ? message : ''),
  );

/** Creates the secret only on delivery, so that none is in the queue; skips an invitation that is no longer open. */
const deliver = async ({ db, clock, mail, config }: Deps, id: string, message: string): Promise<void> => {
  const invitation = await findOpenInvitation(db, { id, hash: '' }, clock.now());
  if (!invitation) return;
  const secret = randomLetters(secretLetters);
  if (await replaceSecret(db, id, hashToken(secret)))
    await mail.deliver(invitationEmail({ ...invitation, message }, secret, config.publicUrl));
};
