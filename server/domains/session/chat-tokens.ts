import { createHmac } from 'node:crypto';
import type { User } from '#contract/api/session.ts';
import { portalSettings } from '#server/platform/settings.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { Db } from '#server/kernel/kernel.ts';

const none: User['chat_tokens'] = { primary: null, secondary: null };

/**
 * Identifies a person to the two support widgets: the hex HMAC-SHA256 of their id with the widget's secret.
 * None for portal administrators or people without an account that offers the widget (spec §1): `isOffered`.
 */
export const chatTokens = async (db: Db, who: Person, isOffered: boolean): Promise<User['chat_tokens']> => {
  // An administrator who sees the portal as a person must not write to the support in their name.
  if (who.isPortalAdmin || who.seenBy !== undefined || !isOffered) return none;
  const { primary, secondary } = (await portalSettings(db)).chat_widgets;
  const tokenOf = ({ script, secret }: typeof primary) =>
    script === '' || secret === '' ? null : createHmac('sha256', secret).update(who.id).digest('hex');
  return { primary: tokenOf(primary), secondary: tokenOf(secondary) };
};
