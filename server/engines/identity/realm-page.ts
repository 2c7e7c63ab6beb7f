import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { clientNetwork } from '#contract/rules/network.ts';
import type { RateLimit } from '#server/kernel/http/rate-limit.ts';
import type { Forms } from './forms.ts';
import type { PageTheme } from './pages/layout.ts';
import { messageScreen } from './pages/screens.ts';
import { originOf, type IdentityKernel } from './realm.ts';

/** Dependencies of the realm's page handlers. */
export type RealmPages = {
  kernel: IdentityKernel;
  forms: Forms;
  limit: RateLimit;
  look: PageTheme;
};
export type Realm = RealmPages & { provider: Provider };

/** The portal's URL, where sign-in starts. */
export const homeUrl = (realm: RealmPages): string => `${originOf(realm.kernel.config)}/`;

/** Where sign-in continues from a page: the interaction it was opened from, or the portal; never another site's URL. */
export const backOf = (realm: Realm, request: FastifyRequest): string => {
  const { back } = request.query as { back?: unknown };
  return typeof back === 'string' && isInteraction(realm, back) ? back : homeUrl(realm);
};
const isInteraction = ({ look }: Realm, path: string): boolean =>
  path.startsWith(`${look.realm}/interaction/`) &&
  /^[A-Za-z0-9_-]{10,80}$/.test(path.slice(`${look.realm}/interaction/`.length));

/** The portal URL that a sign-in was started for; never another site's URL. */
export const returnToOf = async (realm: Realm, back: string): Promise<string> => {
  const uid = isInteraction(realm, back) ? back.slice(back.lastIndexOf('/') + 1) : undefined;
  const interaction = uid === undefined ? undefined : await realm.provider.Interaction.find(uid);
  const path = interaction?.params.return_to;
  return typeof path === 'string' && portalPath.test(path) ? originOf(realm.kernel.config) + path : homeUrl(realm);
};
const portalPath = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,300}$/;

/** The secret in an e-mailed link. */
export const tokenOf = (query: unknown): string => {
  const { token } = query as { token?: unknown };
  return typeof token === 'string' ? token : '';
};

/**
 * Limits password checks, which take up to a second of CPU, to 60 an hour per network. Returns the network.
 */
export const limitPasswords = (realm: Realm, request: FastifyRequest): string => {
  const from = clientNetwork(request.ip);
  realm.limit(`choose password ${from}`, { max: 60, seconds: 3600 });
  return from;
};

export const send = (reply: FastifyReply, markup: string, status = 200): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(markup);

/** Response to a form that wasn't ours, or a sign-in that took longer than an hour. */
export const sendStale = (realm: RealmPages, reply: FastifyReply): FastifyReply =>
  send(
    reply,
    messageScreen(realm.look, {
      icon: 'problem',
      title: 'This page has expired',
      lead: 'It was open for too long, or cookies are blocked. Please start again.',
      action: { label: 'Start again', href: homeUrl(realm) },
    }),
    400,
  );
