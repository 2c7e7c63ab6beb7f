import type * as z from 'zod/mini';
import type { Preferences } from '#contract/api/preferences.ts';
import type { DjInfo, User } from '#contract/api/session.ts';
import type { Config } from '#server/kernel/config.ts';
import { imageUrl } from '#server/platform/images.ts';
import { personPageUrl } from '#server/platform/pages/page-urls.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { SelfRow } from './session.repo.ts';

/** A person as they see themselves (spec §3 "User"). */
export const presentUser = (
  row: SelfRow,
  who: Person,
  { chat_tokens, config }: { chat_tokens: User['chat_tokens']; config: Config },
): User => ({
  id: row.id,
  email: row.email,
  basic_info: {
    first_name: row.first_name,
    last_name: row.last_name,
    gender: row.gender as User['basic_info']['gender'],
    birthday: row.birthday ?? '',
  },
  localization: { currency: row.currency, country: row.country, timezone: row.timezone, locale: row.locale },
  contact_info: { ...emptyContact, ...row.contact_info },
  dj_info: {
    ...emptyDj,
    ...(row.dj_info as Partial<z.infer<typeof DjInfo>>),
    pretty_url: row.pretty_url ?? '',
    image_url: imageUrl(row.avatar),
    profile_url: pageOf(row, config),
  },
  rights: { accounts: row.accounts, stations: row.stations },
  portal_rights: who.isPortalAdmin ? ['admin'] : [],
  authentication: { email: row.email, verified: row.email_verified },
  preferences: row.preferences as Partial<z.infer<typeof Preferences>>,
  chat_tokens,
  updated: row.updated.toISOString(),
});

/** The URL of the person's public page (server/domains/pages); null if they have none. */
const pageOf = ({ dj_info, pretty_url }: SelfRow, config: Config): string | null => {
  const { radio_personality, public: isPublic } = dj_info as Partial<z.infer<typeof DjInfo>>;
  return radio_personality === true && isPublic === true && pretty_url !== null
    ? personPageUrl(config, { pretty_url })
    : null;
};

const emptyContact = { telephone: '', address: '', city: '', zip: '', country: '' };
const emptyDj = { radio_personality: false, nickname: '', bio: '', tags: [], public: false };
