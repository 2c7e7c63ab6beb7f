import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/kernel/kernel.ts';

/** What the link of a letter carries: whose it is, and that we have written it. It does not end, and nothing of it is kept. */
export const unsubscribeToken = async (secrets: Secrets, recipient: string): Promise<string> =>
  `${recipient}.${sign(await secrets.get('reports.unsubscribe'), recipient)}`;

/** Whose token this is; undefined where we did not write it. */
export const recipientOfToken = async (secrets: Secrets, token: string): Promise<string | undefined> => {
  const [recipient = '', signature = ''] = token.split('.');
  if (!/^[0-9a-f-]{36}$/.test(recipient)) return undefined;
  const right = Buffer.from(sign(await secrets.get('reports.unsubscribe'), recipient));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right) ? recipient : undefined;
};

const sign = (secret: string, recipient: string): string =>
  createHmac('sha256', secret).update(`unsubscribe ${recipient}`).digest('base64url');
