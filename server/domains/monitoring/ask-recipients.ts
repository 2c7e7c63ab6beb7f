import { createHash } from 'node:crypto';
import type { StationKey } from '#contract/keys.ts';
import type { Kernel, Letter } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { holdQuestion, markAsked, neverAsked, noteQuestion } from './alert-recipients.repo.ts';

type Deps = Pick<Kernel, 'db' | 'jobs' | 'mail' | 'config' | 'clock'>;

const questionJob = 'monitoring.ask';
/** An hour and more of growing pauses: a mail server may be restarted meanwhile. */
const retries = 8;
const secretLetters = 32;
const dayMs = 86_400_000;
const mostQuestionsADay = 5;

/** For how long an address may agree. */
export const answerDays = 7;

export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Asks addresses whether they want a station's alerts: each once a day, and for five stations a day at most. */
export const orderQuestions = async (
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  station: StationKey,
  emails: readonly string[],
): Promise<void> => {
  const now = clock.now();
  const bound = { now, since: new Date(now.getTime() - dayMs), most: mostQuestionsADay };
  for (const email of emails) {
    const recipient = await noteQuestion(db, { station, email, ...bound });
    if (recipient !== undefined) await jobs.send(questionJob, { recipient }, { singletonKey: recipient });
  }
};

/** Delivers the questions, and looks every minute for addresses that were never asked. */
export const workQuestions = async (deps: Deps): Promise<void> => {
  await deps.jobs.work(questionJob, { concurrency: 1, retries, expireS: 60, givenUp: 'listed' }, (data) =>
    ask(deps, String(data.recipient)),
  );
  await deps.jobs.every('monitoring.ask-new', '* * * * *', async () => {
    for (const { station, email } of await neverAsked(deps.db)) await orderQuestions(deps, station, [email]);
  });
};

/** The secret is made only now, so that none rests in the queue. */
const ask = async ({ db, mail, config, clock }: Deps, id: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const recipient = await holdQuestion(tx, id);
    if (!recipient) return;
    const secret = randomLetters(secretLetters);
    await mail.deliver(questionEmail(recipient, secret, config.publicUrl));
    await markAsked(tx, id, hashOfSecret(secret), clock.now());
  });
};

const questionEmail = (
  { email, name }: { email: string; name: string },
  secret: string,
  publicUrl: string,
): Letter => ({
  to: email,
  subject: 'Do you want the alerts of a radio station by e-mail?',
  paragraphs: [
    'Hello,',
    `The people of the station “${plainName(name)}” would like to send its alerts to ${email}: when it is silent or off the air, and when that is over.`,
    'Nothing is sent before you agree.',
  ],
  action: { label: 'Yes, send them to me', url: new URL(`/alerts/confirm?token=${secret}`, publicUrl).href },
  closing: `The link is for ${email} only and ends ${String(answerDays)} days after it was sent. If you don’t want alerts, you need not do anything.`,
});

const longestName = 40;

/** A station's name for people who don't know it: no addresses or other bait, which mail programs would turn into links. */
export const plainName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}\p{N} &'-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestName);
