import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#contract/api/http.ts';
import { clientNetwork } from '#contract/rules/network.ts';
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
import type { ContextRow } from '../auth/resource-context.ts';
import type { FindSeeAs } from '../auth/see-as.ts';
import type { Kernel } from '../kernel.ts';
import type { Person, TokenClaims } from './handler.ts';
import { inputOf } from './input.ts';
import type { SharedRateLimit } from './shared-rate-limit.ts';
import { refuse } from './refuse.ts';

/** Decides who calls and how often they may. */
export type Admit = { verifyBearer: VerifyBearer; people: People; rateLimit: SharedRateLimit; seeAs: FindSeeAs };

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
  row?: ContextRow<unknown>,
): ((request: FastifyRequest, reply: FastifyReply) => Promise<Admission>) => {
  const input = inputOf(endpoint);
  const { rateLimit } = endpoint.spec;
  const isPublic = /^\/(live|ingest)(\/|$)/.test(endpoint.path);
  return async (request, reply) => {
    if (isPublic) reply.header('access-control-allow-origin', '*');
    const caller = await callerOf(kernel, admit, endpoint, request);
    const { actor, ...admitted } = caller;
    request.personId = actor?.id ?? null;
    if (rateLimit) await admit.rateLimit(`${endpoint.line} ${actor?.id ?? clientNetwork(request.ip)}`, rateLimit);
    const params = input.params(request.params);
    const query = input.query(request.query);
    if (caller.who) checkKeylessAccess(endpoint, caller.who);
    const ofToken = await checkTokenResource(kernel.db, endpoint, caller);
    const before: ContextsByPlace = ofToken.length > 0 ? { token: ofToken } : {};
    const resources = await checkKeys(kernel.db, endpoint, caller, { path: params, query }, before, row);
    return { ...admitted, params, query, resources };
  };
};

/** `actor` is who really calls: an administrator may see the portal as another person. */
type Caller = Pick<Admission, 'who' | 'token' | 'signIn' | 'expires'> & { actor: Person | undefined };

/**
 * The call of an administrator who sees the portal as a person: reads alone, with that person's roles, and nothing that
 * hands out a secret. It has no sign-in, so that nothing takes the administrator's for the person's.
 */
const seenAsPerson = async (
  admit: Admit,
  endpoint: AnyEndpoint,
  { who: actor, seenAs, expires }: { who: Person; seenAs: string; expires: Date },
): Promise<Caller> => {
  const found = await admit.seeAs(actor, seenAs);
  if (endpoint.method !== 'GET' && endpoint.method !== 'HEAD') refuse('seeAs.readOnly');
  if (endpoint.spec.seeAs === false) refuse('seeAs.hidden');
  const until = new Date(Math.min(expires.getTime(), found.expires.getTime()));
  return { who: found.person, actor, token: undefined, signIn: { at: undefined, session: undefined }, expires: until };
};

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
    const who = await admit.people.ofIdentity(identity);
    const seenAs = request.headers['see-as'];
    if (typeof seenAs === 'string') return await seenAsPerson(admit, endpoint, { who, seenAs, expires });
    return { who, actor: who, token: undefined, signIn, expires };
  }
  const tokenText = (request.query as { token?: unknown }).token ?? bearerOf(request);
  const token = await kernel.tokens.verify(
    purpose,
    typeof tokenText === 'string' ? tokenText : refuse('session.tokenInvalid'),
  );
  const who = token.user === null ? undefined : await admit.people.byId(token.user);
  return { ...nobody, who, actor: who, token };
};

const nobody: Caller = { who: undefined, actor: undefined, token: undefined, signIn: undefined, expires: undefined };

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
