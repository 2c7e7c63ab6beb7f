import { createHash, randomBytes } from 'node:crypto';
import type { Clock, Db } from '#server/kernel/kernel.ts';

export type LinkPurpose = 'verify' | 'reset' | 'email';
/** `used`: it was valid once, and the page can say so; `expired` includes unknown links. */
export type Link = { state: 'good' | 'used' | 'expired'; subject: string; email: string | null };

/** Creates the secret of an e-mailed link; only its hash is stored. */
export const createLink = async (
  db: Db,
  clock: Clock,
  link: { purpose: LinkPurpose; subject: string; email?: string; seconds: number },
): Promise<string> => {
  const secret = randomBytes(32).toString('base64url');
  const expires_at = new Date(clock.now().getTime() + link.seconds * 1000);
  const { purpose, subject, email = null } = link;
  await db
    .insertInto('idp_links')
    .values({ hash: hashOf(secret), purpose, subject, email, expires_at })
    .execute();
  return secret;
};

/** Reads a link without using it up: mail scanners open every URL. */
export const readLink = async (db: Db, clock: Clock, purpose: LinkPurpose, secret: string): Promise<Link> => {
  const row = await db
    .selectFrom('idp_links')
    .select(['subject', 'email', 'used_at', 'expires_at'])
    .where('hash', '=', hashOf(secret))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  if (!row) return { state: 'expired', subject: '', email: null };
  const { subject, email } = row;
  if (row.used_at) return { state: 'used', subject, email };
  return { state: row.expires_at > clock.now() ? 'good' : 'expired', subject, email };
};

/** Uses a link up; returns its subject to exactly one caller, and undefined after that. */
export const consumeLink = async (
  db: Db,
  clock: Clock,
  purpose: LinkPurpose,
  secret: string,
): Promise<string | undefined> => {
  const now = clock.now();
  const row = await db
    .updateTable('idp_links')
    .set({ used_at: now })
    .where('hash', '=', hashOf(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('subject')
    .executeTakeFirst();
  return row?.subject;
};

/** Invalidates a person's unused links of a purpose, for example after a new password. */
export const invalidateLinks = async (db: Db, clock: Clock, purpose: LinkPurpose, subject: string): Promise<void> => {
  await db
    .updateTable('idp_links')
    .set({ used_at: clock.now() })
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('used_at', 'is', null)
    .execute();
};

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
