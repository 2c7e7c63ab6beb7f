import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { PublicConfig } from '#contract/api/public-config.ts';
import type { User } from '#contract/api/session.ts';
import { startChat, type Widget } from './chat-widget.ts';
import { configQuery, isPortalAdmin, meQuery, myAccountsQuery } from './queries.ts';
import { recentAccount } from './shared/recent-account.ts';

/** The chat support of the current account; it restarts when the user switches accounts (spec §1). */
export const ChatSupport = () => {
  const { data: me } = useQuery(meQuery);
  const { data: config } = useQuery({ ...configQuery, throwOnError: false });
  const { data: accounts } = useQuery(myAccountsQuery);
  const { accountKey: routeAccount } = useParams({ strict: false }) as { accountKey?: AccountKey };
  const account = routeAccount ?? recentAccount() ?? accounts?.[0]?.key;
  const isOffered = accounts?.find(({ key }) => key === account)?.chat_support ?? accounts !== undefined;
  const widgets = me && config && isOffered ? widgetsFor(me, config) : [];
  const widgetsJson = JSON.stringify(widgets);
  const personJson = JSON.stringify({
    id: me?.id ?? '',
    name: me ? `${me.basic_info.first_name} ${me.basic_info.last_name}`.trim() : '',
    email: me?.email ?? '',
    account,
  });
  useEffect(() => {
    const list = JSON.parse(widgetsJson) as Widget[];
    return list.length === 0 ? undefined : startChat(list, JSON.parse(personJson));
  }, [widgetsJson, personJson]);
  return null;
};

/** The configured widgets with a token for the user; none for portal administrators. */
const widgetsFor = (me: User, config: PublicConfig): Widget[] =>
  isPortalAdmin(me)
    ? []
    : (['primary', 'secondary'] as const).flatMap((name) => {
        const [url, token] = [config.chat_widgets[name], me.chat_tokens[name]];
        return url === '' || token === null ? [] : [{ name, url, token }];
      });
