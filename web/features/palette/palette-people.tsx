import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AccountKey } from '#contract/rules/keys.ts';
import { foundUsersQuery, peopleQuery } from '#web/parts/people-queries.ts';
import { isPortalAdmin, meQuery, useMay } from '#web/features/session/queries.ts';

const icon = { size: 20, 'aria-hidden': true } as const;
const shortest = 2;

/** People by name or e-mail: for portal administrators all users, with their pages; else the team of the account. */
export const usePeopleActions = (
  accountKey: AccountKey | undefined,
  search: string,
  go: (path: string) => () => void,
): SpotlightActionGroupData[] => {
  const { data: me } = useQuery(meQuery);
  const isAdmin = isPortalAdmin(me);
  const isSearched = search.trim().length >= shortest;
  const mayRead = useMay('account.readPeople', accountKey === undefined ? {} : { accountKey });
  const users = useQuery({ ...foundUsersQuery(search.trim()), enabled: isAdmin && isSearched, throwOnError: false });
  const team = useQuery({
    ...peopleQuery({ kind: 'account', accountKey: accountKey ?? ('' as AccountKey) }),
    enabled: !isAdmin && isSearched && accountKey !== undefined && mayRead,
    throwOnError: false,
  });
  const found = isAdmin
    ? (users.data?.entities ?? []).map(({ id, fullName, email }) => ({
        ...{ id, fullName, email, path: `/portal/people/${id}` },
      }))
    : (team.data ?? []).map(({ fullName, email }) => ({
        ...{ id: email, fullName, email },
        path: `/accounts/${accountKey}/people?search=${encodeURIComponent(email)}`,
      }));
  return [
    {
      group: 'People',
      actions: found.map(({ id, fullName, email, path }) => ({
        ...{ id: `person.${id}`, label: fullName || email, description: email },
        ...{ leftSection: <IconUser {...icon} />, onClick: go(path) },
      })),
    },
  ];
};
