import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { StationKey } from '#contract/rules/keys.ts';

/** Who may go live in a browser, on which station, from which page (its origin), until when (ms since the epoch). */
export const StudioClaims = z.object({
  station: StationKey,
  name: z.string(),
  /** The ID of the presenter who this is; null as the station itself. */
  presenter: z.nullable(z.string()),
  origin: z.string(),
  /** Names the password that this token stands for, so that a new one ends it (`passwordMark`). */
  password: z.string(),
  expires: z.number(),
});
export type StudioClaims = z.infer<typeof StudioClaims>;

/** Signs what the engine believes without calling the portal; `secret` is the token of the engine's control port. */
export const signStudioToken = (secret: string, claims: StudioClaims): string => {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${signatureOf(secret, payload).toString('base64url')}`;
};

/** The claims of a token that was signed with this secret, expired ones too; undefined for any other text. */
export const readStudioToken = (secret: string, token: string): StudioClaims | undefined => {
  const [payload = '', signature = '', ...rest] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secret, payload);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return StudioClaims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).data;
};

/** A mark of a password (or its hash) that doesn't reveal it. */
export const passwordMark = (secret: string, password: string): string =>
  createHmac('sha256', keyOf(secret)).update(`password:${password}`).digest('base64url').slice(0, 22);

/** A key of its own, so that nothing signed here can be mistaken for the control port's token. */
const keyOf = (secret: string): Buffer => createHash('sha256').update(`browser studio:${secret}`).digest();
const signatureOf = (secret: string, payload: string): Buffer =>
  createHmac('sha256', keyOf(secret)).update(`token:${payload}`).digest();
