import type { Kernel } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { invitationLetter } from './invitation-letter.ts';
import { hashOfToken } from './token-hash.ts';
import { findOpenInvitation, replaceSecret } from './invitations.repo.ts';

type Deps = Pick<Kernel, 'db' | 'jobs' | 'mail' | 'config' | 'clock'>;

const job = 'people.invitation';
/** An hour and more of growing pauses: a mail server may be restarted meanwhile. */
const retries = 8;
const secretLetters = 32;

/** Asks for the letter of an invitation; asked for again before it went out, it is one letter. */
export const orderInvitationLetter = async ({ jobs }: Pick<Deps, 'jobs'>, id: string): Promise<void> =>
  await jobs.send(job, { id }, { singletonKey: id });

/** Writes and delivers the letters of invitations; for the process that does the jobs. */
export const workInvitations = async (deps: Deps): Promise<void> =>
  await deps.jobs.work(job, { concurrency: 2, retries, expireS: 60, givenUp: 'listed' }, (data) =>
    deliver(deps, String(data.id)),
  );

/** The secret is made only now, so that none rests in the queue; none is made for what is over meanwhile. */
const deliver = async ({ db, clock, mail, config }: Deps, id: string): Promise<void> => {
  const invitation = await findOpenInvitation(db, { id, hash: '' }, clock.now());
  if (!invitation) return;
  const secret = randomLetters(secretLetters);
  if (await replaceSecret(db, id, hashOfToken(secret)))
    await mail.deliver(invitationLetter(invitation, secret, config.publicUrl));
};
