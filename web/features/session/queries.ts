import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { mayDo, type Action, type Role } from '#contract/permissions.ts';
import { session, type ChangedUser, type User } from '#contract/session.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { writeFor } from '#web/lib/format.ts';

export const meQuery = queryOptions({
  queryKey: ['session', 'me'],
  queryFn: async ({ signal }) => {
    const me = await call(session.me, {}, { signal });
    writeFor(me.localization);
    return me;
  },
  staleTime: 5 * 60_000,
});
export const myAccountsQuery = queryOptions({
  queryKey: ['session', 'accounts'],
  queryFn: ({ signal }) => call(session.accounts, {}, { signal }),
  staleTime: 60_000,
});
export const myStationsQuery = queryOptions({
  queryKey: ['session', 'stations'],
  queryFn: ({ signal }) => call(session.stations, {}, { signal }),
  staleTime: 60_000,
});
/** What everybody may know of the portal: where help is to be had, who may create accounts. */
export const configQuery = queryOptions({
  queryKey: ['session', 'config'],
  queryFn: ({ signal }) => call(session.config, {}, { signal }),
  staleTime: 5 * 60_000,
});
/** Where the person's address is; empty where it isn't known. */
export const locationQuery = queryOptions({
  queryKey: ['session', 'location'],
  queryFn: ({ signal }) => call(session.location, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  throwOnError: false,
});
/** Changes what the person says of themselves; the accounts' and stations' people show it anew. */
export const useUpdateMe = () => {
  const keep = useKeepMe();
  return useAction({
    failure: 'profile.updateFailed',
    mutationFn: (body: ChangedUser) => call(session.update, { body }),
    meta: { form: true },
    onSuccess: keep,
  });
};

/** Replaces or removes the person's picture. */
export const useAvatar = () => {
  const keep = useKeepMe();
  return {
    set: useAction({
      failure: 'image.uploadFailed',
      mutationFn: (file: File) => call(session.setAvatar, { file }),
      onSuccess: keep,
    }),
    remove: useAction({
      failure: 'profile.updateFailed',
      mutationFn: () => call(session.removeAvatar, {}),
      onSuccess: keep,
    }),
  };
};

/** Asks for another e-mail; a letter goes there. */
export const useChangeEmail = () =>
  useAction({
    failure: 'profile.emailFailed',
    mutationFn: (body: { email: string; current?: string }) => call(session.email, { body }),
    meta: { form: true },
    gcTime: 0,
    onSettled: useReadSignInAgain(),
  });

/** Changes the password at the identity provider. */
export const useChangePassword = () =>
  useAction({
    failure: 'profile.passwordFailed',
    mutationFn: (fields: { value: string; current?: string }) => call(session.password, { fields }),
    meta: { form: true },
    gcTime: 0,
    onSettled: useReadSignInAgain(),
  });

/** A change that was refused as the sign-in is no longer recent leads to the form that asks for a proof. */
const useReadSignInAgain = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['session', 'sign-in'] });
};

const useKeepMe = () => {
  const queries = useQueryClient();
  return (me: User): void => {
    writeFor(me.localization);
    queries.setQueryData(meQuery.queryKey, me);
    void queries.invalidateQueries({ queryKey: ['people'] });
  };
};

export const isPortalAdmin = (me: User | undefined): boolean => me?.portal_rights.includes('admin') ?? false;

/** The person's roles towards an account and a station of it (spec §6: an owner is also an admin). */
export const rolesOf = (me: User, at: { accountKey?: AccountKey; stationKey?: StationKey }): Role[] => {
  const roles: Role[] = ['signedIn'];
  if (isPortalAdmin(me)) roles.push('portalAdmin');
  const account = me.rights.accounts.find(({ key }) => key === at.accountKey);
  if (account) roles.push(account.role === 'owner' ? 'accountOwner' : 'accountAdmin');
  const station = me.rights.stations.find(({ key }) => key === at.stationKey);
  if (station)
    roles.push(({ owner: 'stationOwner', admin: 'stationAdmin', staff: 'stationStaff' } as const)[station.role]);
  return roles;
};

/** Whether the signed-in person may do this there; `false` until it is known who they are. */
export const useMay = (action: Action, at: { accountKey?: AccountKey; stationKey?: StationKey } = {}): boolean => {
  const { data: me } = useQuery(meQuery);
  return me !== undefined && mayDo(action, rolesOf(me, at));
};
