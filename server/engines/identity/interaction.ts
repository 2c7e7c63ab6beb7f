import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import { clientNetwork } from '#contract/rules/network.ts';
import type { Realm } from './realm-page.ts';

export const uidOf = (request: FastifyRequest): string => (request.params as { uid: string }).uid;

export const pathOf = ({ look }: Pick<Realm, 'look'>, request: FastifyRequest): string =>
  `${look.realm}/interaction/${encodeURIComponent(uidOf(request))}`;

/** The e-mail from the client's login_hint ('' for none); undefined if this browser has no such interaction. */
export const loginHintOf = async (
  realm: Realm,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> => {
  try {
    const { uid, params } = await realm.provider.interactionDetails(request.raw, reply.raw);
    if (uid !== uidOf(request)) return undefined;
    return typeof params.login_hint === 'string' ? params.login_hint.slice(0, 254) : '';
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
};

/** Completes a sign-in, so that the provider issues tokens. `amr` names the authentication methods (RFC 8176). */
export const finishSignIn = async (
  realm: Realm,
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId, amr }: { accountId: string; amr: string[] },
): Promise<FastifyReply> => {
  const login = { accountId, remember: true, amr };
  const location = await realm.provider.interactionResult(request.raw, reply.raw, { login });
  const network = clientNetwork(request.ip);
  realm.kernel.log.info(
    { security: 'sign-in', step: 'finished', person: accountId, factors: amr, network },
    'signed in',
  );
  return reply.redirect(location, 303);
};

export const lockedText = (seconds: number): string =>
  `Too many failed attempts. Please wait ${seconds < 90 ? `${String(seconds)} seconds` : `${String(Math.ceil(seconds / 60))} minutes`} and try again.`;

/** Parses a posted passkey response; undefined if it isn't JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
