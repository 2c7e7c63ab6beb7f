import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { fetchFeed } from './fetch-feed.ts';
import { proofEmail } from './proof-email.ts';
import { countProofEmails, saveProof, removeProof, countAttempt } from './proof.repo.ts';
import type { FeedPodcast } from './read/read-channel.ts';

const minutes = 30;
const maxTries = 5;
const emailsPerHour = 3;

/**
 * Mails a code to the owner of a locked feed. It is valid for 30 minutes and five attempts, for this person and feed;
 * only its hash is stored. Refuses if the feed isn't locked, has no owner, or three codes were mailed to that address
 * within an hour.
 */
export const mailProof = async (
  deps: Pick<Kernel, 'db' | 'clock' | 'mail' | 'outbound' | 'log'>,
  who: Person,
  feedUrl: string,
): Promise<{ sent_to: string; expires: string }> => {
  const { podcast } = await fetchFeed(deps, who.id, feedUrl);
  if (!podcast.isLocked) refuse('import.notLocked');
  if (podcast.owner === '') refuse('import.lockedForGood');
  const now = deps.clock.now();
  const code = String(randomInt(100_000_000)).padStart(8, '0');
  const expires_at = new Date(now.getTime() + minutes * 60_000);
  const proof = { user_id: who.id, feed_url: feedUrl, email: podcast.owner, expires_at };
  await deps.db.transaction().execute(async (tx) => {
    if ((await countProofEmails(tx, podcast.owner, now)) >= emailsPerHour) refuse('import.tooManyCodes');
    await saveProof(tx, { ...proof, code_hash: hashOf(code, feedUrl) }, now);
  });
  const email = { to: podcast.owner, code, title: podcast.values.title, feedUrl, asker: who.email, minutes };
  await deps.mail.deliver(proofEmail(email)).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'could not mail an import code');
    refuse('import.codeNotSent');
  });
  return { sent_to: maskEmail(podcast.owner), expires: expires_at.toISOString() };
};

/** Refuses a locked feed without the code that was mailed to its owner. */
export const checkUnlocked = async (
  deps: Pick<Kernel, 'db' | 'clock'>,
  who: Person,
  { feedUrl, code }: { feedUrl: string; code: string | undefined },
  podcast: FeedPodcast,
): Promise<void> => {
  if (!podcast.isLocked) return;
  if (podcast.owner === '') refuse('import.lockedForGood');
  const given = code?.replace(/[\s-]/g, '') ?? '';
  if (given === '') refuse('import.locked', { owner: maskEmail(podcast.owner) }, { code: 'This field is required' });
  const attempt = { user: who.id, feedUrl, email: podcast.owner, now: deps.clock.now(), most: maxTries };
  const proof = (await countAttempt(deps.db, attempt)) ?? refuse('import.codeExpired');
  if (timingSafeEqual(Buffer.from(proof.code_hash), Buffer.from(hashOf(given, feedUrl)))) return;
  refuse('import.codeWrong', { left: maxTries - proof.tries }, { code: 'This is not the code from the e-mail.' });
};

/** Removes a used code. */
export const discardProof = async ({ db }: Pick<Kernel, 'db'>, who: Person, feedUrl: string): Promise<void> =>
  await removeProof(db, who.id, feedUrl);

const hashOf = (code: string, feedUrl: string): string =>
  createHash('sha256').update(`${code} ${feedUrl}`).digest('hex');

/** Masks an e-mail address so that only its owner recognizes it: `a…@example.com`. */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1…');
