import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#contract/http.ts';
import { clientNetwork } from '#contract/network.ts';
import {
  checkKeys,
  checkKeylessAccess,
  checkTokenResource,
  isOpen,
  tokenPurpose,
  type ContextsByPlace,
} from '../auth/access.ts';
import type { SignIn, VerifyBearer } from '../auth/bearer.ts';
import type { People } from '../auth/people.ts';
import type { Kernel } from '../kernel.ts';
import type { Person, TokenClaims } from './handler.ts';
import { inputOf } from './input.ts';
import type { SharedRateLimit } from './shared-rate-limit.ts';
import { refuse } from './refuse.ts';

/** Decides who calls and how often they may. */
export type Admit = { verifyBearer: VerifyBearer; people: People; rateLimit: SharedRateLimit };

/** The facts about a request before its body is read. */
export type Admission = {
  who: Person | undefined;
  token: TokenClaims | undefined;
  signIn: SignIn | undefined;
  /** When the caller's session ends, which also ends its event streams. */
  expires: Date | undefined;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  resources: ContextsByPlace;
};

/**
 * Admits or refuses the requests of an endpoint: checks the caller, the rate limit, path and query, and the keys in
 * them.
 */
export const admission = (
  kernel: Kernel,
  admit: Admit,
  endpoint: AnyEndpoint,
): ((request: FastifyRequest, reply: FastifyReply) => Promise<Admission>) => {
  const input = inputOf(endpoint);
  const { rateLimit } = endpoint.spec;
  const isPublic = /^\/(live|ingest)(\/|$)/.test(endpoint.path);
  return async (request, reply) => {
    if (isPublic) reply.header('access-control-allow-origin', '*');
    const caller = await callerOf(kernel, admit, endpoint, request);
    request.personId = caller.who?.id ?? null;
    if (rateLimit) await admit.rateLimit(`${endpoint.line} ${caller.who?.id ?? clientNetwork(request.ip)}`, rateLimit);
    const params = input.params(request.params);
    const query = input.query(request.query);
    if (caller.who) checkKeylessAccess(endpoint, caller.who);
    const ofToken = await checkTokenResource(kernel.db, endpoint, caller);
    const before: ContextsByPlace = ofToken.length > 0 ? { token: ofToken } : {};
    const resources = await checkKeys(kernel.db, endpoint, caller, { path: params, query }, before);
    return { ...caller, params, query, resources };
  };
};

type Caller = Pick<Admission, 'who' | 'token' | 'signIn' | 'expires'>;

const callerOf = async (
  kernel: Kernel,
  admit: Admit,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
): Promise<Caller> => {
  if (isOpen(endpoint)) return nobody;
  const purpose = tokenPurpose(endpoint);
  if (!purpose) {
    const identity = await admit.verifyBearer(bearerOf(request) ?? refuse('session.required'));
    const { expires, signIn } = identity;
    return { who: await admit.people.ofIdentity(identity), token: undefined, signIn, expires };
  }
  const tokenText = (request.query as { token?: unknown }).token ?? bearerOf(request);
  const token = await kernel.tokens.verify(
    purpose,
    typeof tokenText === 'string' ? tokenText : refuse('session.tokenInvalid'),
  );
  return { ...nobody, who: token.user === null ? undefined : await admit.people.byId(token.user), token };
};

const nobody: Caller = { who: undefined, token: undefined, signIn: undefined, expires: undefined };

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
