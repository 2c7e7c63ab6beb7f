import { createHash } from 'node:crypto';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Kernel, Email } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import {
  lockConfirmationRequest,
  markConfirmationSent,
  unaskedRecipients,
  recordConfirmationRequest,
} from './alert-recipients.repo.ts';

type Deps = Pick<Kernel, 'db' | 'jobs' | 'mail' | 'config' | 'clock'>;

const confirmationJob = 'monitoring.ask';
/** Retries with growing pauses for more than an hour, so that the mail server may be restarted. */
const retries = 8;
const secretLetters = 32;
const maxRequestsPerDay = 5;

/** How long a confirmation link is valid. */
export const confirmationDays = 7;

export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Asks addresses to confirm a station's alerts: each at most once a day per station, and for five stations a day. */
export const requestConfirmations = async (
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  station: StationKey,
  emails: readonly string[],
): Promise<void> => {
  const now = clock.now();
  const bound = { now, since: new Date(now.getTime() - dayMs), most: maxRequestsPerDay };
  for (const email of emails) {
    const recipient = await recordConfirmationRequest(db, { station, email, ...bound });
    if (recipient !== undefined) await jobs.send(confirmationJob, { recipient }, { singletonKey: recipient });
  }
};

/** Sends the confirmation requests, and looks every minute for addresses that were never asked. */
export const workConfirmations = async (deps: Deps): Promise<void> => {
  await deps.jobs.work(confirmationJob, { concurrency: 1, retries, expireS: 60, givenUp: 'listed' }, (data) =>
    sendRequest(deps, String(data.recipient)),
  );
  await deps.jobs.every('monitoring.ask-new', '* * * * *', async () => {
    for (const { station, email } of await unaskedRecipients(deps.db))
      await requestConfirmations(deps, station, [email]);
  });
};

/** Creates the secret only now, so that it is never stored in the queue. */
const sendRequest = async ({ db, mail, config, clock }: Deps, id: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const recipient = await lockConfirmationRequest(tx, id);
    if (!recipient) return;
    const secret = randomLetters(secretLetters);
    await mail.deliver(confirmationEmail(recipient, secret, config.publicUrl));
    await markConfirmationSent(tx, id, hashOfSecret(secret), clock.now());
  });
};

const confirmationEmail = (
  { email, name }: { email: string; name: string },
  secret: string,
  publicUrl: string,
): Email => ({
  to: email,
  subject: 'Do you want to receive alerts of a radio station?',
  paragraphs: [
    'Hello,',
    `The team of the station “${nameWithoutLinks(name)}” would like to send its alerts to ${email}: when it is silent or off the air, and when that is resolved.`,
    'Nothing is sent until you agree.',
  ],
  action: { label: 'Yes, subscribe', url: new URL(`/alerts/confirm?token=${secret}`, publicUrl).href },
  closing: `The link is for ${email} only and expires ${String(confirmationDays)} days after it was sent. If you don’t want alerts, you don’t need to do anything.`,
});

const maxNameLength = 40;

/** A station's name for recipients who don't know it, without characters that mail programs would turn into links. */
export const nameWithoutLinks = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}\p{N} &'-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxNameLength);
