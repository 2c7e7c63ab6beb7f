import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { mayDo, type Action, type Role } from '#contract/rules/permissions.ts';
import { session, type ChangedUser, type User } from '#contract/api/session.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, endpointQuery, keyedQuery } from '#web/lib/endpoint-query.ts';
import { setFormatSettings } from '#web/lib/format.ts';

export const meQuery = keyedQuery(
  endpointKey(session.me, {}),
  async ({ signal }) => {
    const me = await call(session.me, {}, { signal });
    setFormatSettings(me.localization);
    return me;
  },
  { staleTime: 5 * 60_000 },
);
export const myAccountsQuery = endpointQuery(session.accounts, {}, { staleTime: 60_000 });
export const myStationsQuery = endpointQuery(session.stations, {}, { staleTime: 60_000 });
/** The portal's public configuration, such as help links and who may create accounts. */
export const configQuery = endpointQuery(session.config, {}, { staleTime: 5 * 60_000 });
/** The location of the user's IP address; empty if unknown. */
export const locationQuery = endpointQuery(
  session.location,
  {},
  { staleTime: Number.POSITIVE_INFINITY, throwOnError: false },
);
/** Changes the user's profile and refreshes the team lists that show it. */
export const useUpdateMe = () => {
  const cacheMe = useCacheMe();
  return useAction({
    failure: 'profile.updateFailed',
    mutationFn: (body: ChangedUser) => call(session.update, { body }),
    meta: { form: true },
    onSuccess: cacheMe,
  });
};

/** Replaces or removes the user's picture. */
export const useAvatar = () => {
  const cacheMe = useCacheMe();
  return {
    set: useAction({
      failure: 'image.uploadFailed',
      mutationFn: (file: File) => call(session.setAvatar, { file }),
      onSuccess: cacheMe,
    }),
    remove: useAction({
      failure: 'profile.updateFailed',
      mutationFn: () => call(session.removeAvatar, {}),
      onSuccess: cacheMe,
    }),
  };
};

/** Requests a change of the e-mail address; a confirmation goes to the new one. */
export const useChangeEmail = () =>
  useAction({
    failure: 'profile.emailFailed',
    mutationFn: (body: { email: string; current?: string }) => call(session.email, { body }),
    meta: { form: true },
    gcTime: 0,
  });

/** Changes the password at the identity provider. */
export const useChangePassword = () =>
  useAction({
    failure: 'profile.passwordFailed',
    mutationFn: (fields: { value: string; current?: string }) => call(session.password, { fields }),
    meta: { form: true },
    gcTime: 0,
  });

const useCacheMe = () => {
  const queries = useQueryClient();
  return (me: User): void => {
    setFormatSettings(me.localization);
    queries.setQueryData(meQuery.queryKey, me);
  };
};

export const isPortalAdmin = (me: User | undefined): boolean => me?.portal_rights.includes('admin') ?? false;

/** The user's roles at an account and one of its stations (spec §6: an owner is also an admin). */
export const rolesOf = (me: User, scope: { accountKey?: AccountKey; stationKey?: StationKey }): Role[] => {
  const roles: Role[] = ['signedIn'];
  if (isPortalAdmin(me)) roles.push('portalAdmin');
  const account = me.rights.accounts.find(({ key }) => key === scope.accountKey);
  if (account) roles.push(account.role === 'owner' ? 'accountOwner' : 'accountAdmin');
  const station = me.rights.stations.find(({ key }) => key === scope.stationKey);
  if (station)
    roles.push(({ owner: 'stationOwner', admin: 'stationAdmin', staff: 'stationStaff' } as const)[station.role]);
  return roles;
};

/** Whether the signed-in user may do the action there; `false` until the user is loaded. */
export const useMay = (action: Action, scope: { accountKey?: AccountKey; stationKey?: StationKey } = {}): boolean => {
  const { data: me } = useQuery(meQuery);
  return me !== undefined && mayDo(action, rolesOf(me, scope));
};
