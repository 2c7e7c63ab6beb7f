import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from './kernel.ts';

/** The e-mails with unsubscribe links: an ID is a report's recipient, or an alert e-mail. */
type Kind = 'reports' | 'alerts';

/** The token of an unsubscribe link: the ID, and our signature. It doesn't expire, and nothing of it is stored. */
export const unsubscribeToken = async (secrets: Secrets, kind: Kind, id: string): Promise<string> =>
  `${id}.${sign(await secrets.get(`${kind}.unsubscribe`), id)}`;

/** The ID in a token; undefined if we did not sign it. */
export const verifyUnsubscribeToken = async (
  secrets: Secrets,
  kind: Kind,
  token: string,
): Promise<string | undefined> => {
  const [id = '', signature = ''] = token.split('.');
  if (!/^[0-9a-f-]{36}$/.test(id)) return undefined;
  const expected = Buffer.from(sign(await secrets.get(`${kind}.unsubscribe`), id));
  const actual = Buffer.from(signature);
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : undefined;
};

const sign = (secret: string, id: string): string =>
  createHmac('sha256', secret).update(`unsubscribe ${id}`).digest('base64url');
