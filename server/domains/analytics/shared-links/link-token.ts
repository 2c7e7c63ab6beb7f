import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/kernel/kernel.ts';

/**
 * The secret of a link: its ID and our signature. Nothing of it is stored, so the database alone opens no link, and
 * everyone who may manage a link can copy it again.
 */
export const linkToken = async (secrets: Secrets, id: string): Promise<string> => `${id}.${await sign(secrets, id)}`;

/** The ID in a token; undefined if we did not sign it. */
export const verifyLinkToken = async (secrets: Secrets, token: string): Promise<string | undefined> => {
  const [id = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  const [expected, actual] = [Buffer.from(await sign(secrets, id)), Buffer.from(signature)];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : undefined;
};

const sign = async (secrets: Secrets, id: string): Promise<string> =>
  createHmac('sha256', await secrets.get('shared-links'))
    .update(`analytics ${id}`)
    .digest('base64url');
