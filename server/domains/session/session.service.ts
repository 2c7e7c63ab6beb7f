import packageJson from '../../../package.json' with { type: 'json' };
import { limits } from '#contract/rules/limits.ts';
import type { PublicConfig } from '#contract/api/public-config.ts';
import type { User } from '#contract/api/session.ts';
import type { AudienceHub } from '#server/domains/analytics/live/audience.events.ts';
import { chatFrameUrl } from '#server/domains/portal/chat-frame.service.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { AccountAdmin } from '#server/engines/identity/port.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { People } from '#server/kernel/auth/people.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { logoUrl } from '#server/platform/images.ts';
import type { InboxHub } from '#server/platform/inbox.ts';
import type { SongRequestHub } from '#server/platform/song-request-hub.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { hasPartnerCodes } from '#server/domains/portal/partners.service.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { chatTokens } from './chat-tokens.ts';
import { accountsOf, selfRow, stationsOf } from './session.repo.ts';
import { presentUser } from './user.presenter.ts';

export type SessionDeps = Pick<Kernel, 'db' | 'config' | 'clock' | 'storage'> & {
  live: LiveHub;
  audience: Pick<AudienceHub, 'follow'>;
  inbox: InboxHub;
  requests: SongRequestHub;
  people: People;
  images: ImageEngine;
  geo: GeoEngine;
  agents: AgentEngine;
  accountAdmin: AccountAdmin;
};

/** What a browser needs before sign-in; nothing here is secret. */
export const publicConfig = async ({ db, config }: Pick<SessionDeps, 'db' | 'config'>): Promise<PublicConfig> => {
  const settings = await portalSettings(db);
  return {
    issuer: config.oidcIssuer,
    client_id: config.oidcClientId,
    brand: config.brand,
    stream_url: config.streamUrl,
    upload_max_bytes: limits.uploadMaxBytes,
    version: packageJson.version,
    account_creation: settings.account_creation,
    support_email: settings.support_email,
    terms_url: settings.terms_url,
    privacy_url: settings.privacy_url,
    chat_widgets: {
      primary: chatFrameUrl(config, 'primary', settings.chat_widgets.primary.script),
      secondary: chatFrameUrl(config, 'secondary', settings.chat_widgets.secondary.script),
    },
    referral_tracking: settings.referral.url !== '' || (await hasPartnerCodes(db)),
  };
};

/** The signed-in person with their rights in accounts and stations. */
export const userOf = async ({ db, config }: Pick<SessionDeps, 'db' | 'config'>, who: Person): Promise<User> => {
  const row = (await selfRow(db, who.id)) ?? refuse('session.required');
  return presentUser(row, who, { chat_tokens: await chatTokens(db, who, row.chat_support), config });
};

/** The accounts for switchers and the palette: only memberships, for portal administrators too. */
export const accountRefs = async (db: Db, who: Person) =>
  (await accountsOf(db, who.id)).map(({ key, company, suspended_at, logo, chat_support }) => ({
    key,
    company,
    suspended: suspended_at !== null,
    logo: logoUrl({ key, logo }),
    chat_support,
  }));

export const stationRefs = async (db: Db, who: Person) =>
  (await stationsOf(db, who.id)).map(({ key, name, account_key, streamname }) => ({
    key,
    name,
    account_key,
    mount: streamname,
  }));
