import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { people, type ListedPerson, type PeopleRole } from '#contract/people.ts';
import { useAction } from '#web/lib/action.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { failureOf } from '#web/lib/error-of.ts';
import { call } from '#web/lib/call.ts';
import type { Scope } from '#web/parts/people-scope.ts';

const keyOf = (scope: Scope): readonly string[] => {
  if (scope.kind === 'portal') return ['people', 'portal'];
  if (scope.kind === 'account') return ['people', 'account', scope.accountKey];
  return ['people', 'account', scope.accountKey, 'station', scope.stationKey];
};

/** The members of a portal, account or station, and the people invited to it. */
export const peopleQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...keyOf(scope), 'list'],
    queryFn: async ({ signal }): Promise<ListedPerson[]> => {
      if (scope.kind === 'portal') return (await call(people.ofPortal, {}, { signal })).people;
      if (scope.kind === 'account')
        return (await call(people.ofAccount, { params: { id: scope.accountKey } }, { signal })).people;
      return (await call(people.ofStation, { params: { id: scope.stationKey } }, { signal })).people;
    },
  });

/** The first of all users whose name or e-mail contains a text, for portal administrators. */
export const foundUsersQuery = (search: string) =>
  queryOptions({
    queryKey: ['people', 'users', 'found', search],
    queryFn: ({ signal }) => call(people.users, { query: { pageNumber: 0, pageSize: 10, search } }, { signal }),
    staleTime: 30_000,
  });

/** The open invitations, with the tokens that withdraw them. */
export const invitesQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...keyOf(scope), 'invites'],
    queryFn: ({ signal }) => {
      if (scope.kind === 'portal') return call(people.portalInvites, {}, { signal });
      if (scope.kind === 'account')
        return call(people.accountInvites, { params: { id: scope.accountKey } }, { signal });
      return call(people.stationInvites, { params: { id: scope.stationKey } }, { signal });
    },
  });

/** Caches the list that a change returned and refetches invitations, rights and the checklist. */
const cachePeople = (queries: QueryClient, scope: Scope, list: { people: ListedPerson[] }): void => {
  queries.setQueryData(peopleQuery(scope).queryKey, list.people);
  void queries.invalidateQueries({ queryKey: invitesQuery(scope).queryKey });
  void queries.invalidateQueries({ queryKey: ['session', 'me'] });
  if (scope.kind !== 'portal') void queries.invalidateQueries({ queryKey: everywhereQuery(scope.accountKey).queryKey });
  if (scope.kind === 'account')
    void queries.invalidateQueries({ queryKey: ['accounts', scope.accountKey, 'checklist'] });
};

export type Invitation = {
  email: string;
  role: PeopleRole;
  first_name?: string;
  last_name?: string;
  message?: string;
};

const invite = ({ email, role, ...body }: Invitation, scope: Scope) => {
  const query = { email };
  if (scope.kind === 'portal') return call(people.inviteToPortal, { params: { role: 'admin' }, query, body });
  if (scope.kind === 'account' && role !== 'staff')
    return call(people.inviteToAccount, { params: { id: scope.accountKey, role }, query, body });
  if (scope.kind === 'station')
    return call(people.inviteToStation, { params: { id: scope.stationKey, role }, query, body });
  throw new Error(`There is no ${role} in this scope`);
};

export type RefusedInvitation = { email: string; message: string };

/** Invites several people, one after the other; returns those that were refused, with the reason. */
export const useInvite = (scope: Scope) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'invitation.sendFailed',
    mutationFn: async (invitations: readonly Invitation[]): Promise<RefusedInvitation[]> => {
      const refused: RefusedInvitation[] = [];
      for (const one of invitations)
        await invite(one, scope)
          .then((list) => cachePeople(queries, scope, list))
          .catch((thrown: unknown) => {
            const { text } = asApiError(failureOf('invitation.sendFailed', thrown));
            refused.push({ email: one.email, message: text });
          });
      return refused;
    },
  });
};

/** Everyone who works in an account, and where. */
export const everywhereQuery = (accountKey: AccountKey) =>
  queryOptions({
    queryKey: [...keyOf({ kind: 'account', accountKey }), 'everywhere'],
    queryFn: ({ signal }) => call(people.everywhere, { params: { id: accountKey } }, { signal }),
  });

type StationInvitations = {
  emails: readonly string[];
  role: PeopleRole;
  message: string;
  stations: readonly { key: StationKey; name: string }[];
};

/** Invites several people to several stations, one after the other; returns those that were refused, with the reason. */
export const useInviteToStations = (accountKey: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'invitation.sendFailed',
    mutationFn: async ({ emails, role, message, stations }: StationInvitations): Promise<RefusedInvitation[]> => {
      const refused: RefusedInvitation[] = [];
      for (const { key, name } of stations)
        for (const email of emails)
          await call(people.inviteToStation, { params: { id: key, role }, query: { email }, body: { message } }).catch(
            (thrown: unknown) => {
              const { text } = asApiError(failureOf('invitation.sendFailed', thrown));
              refused.push({ email: `${email}, ${name}`, message: text });
            },
          );
      return refused;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf({ kind: 'account', accountKey }) }),
  });
};

/** Changes a member's role: a higher one sends an invitation, a lower one applies immediately. */
export const useChangeRole = (scope: Scope) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'membership.updateFailed',
    mutationFn: (invitation: Invitation) => invite(invitation, scope),
    onSuccess: (list) => cachePeople(queries, scope, list),
  });
};

type Removal = { role: PeopleRole; id: string | null; email: string };

const remove = ({ role, id, email }: Removal, scope: Scope) => {
  const query = { email };
  if (scope.kind === 'portal')
    return id === null
      ? call(people.removeEmailFromPortal, { params: { role: 'admin' }, query })
      : call(people.removeFromPortal, { params: { role: 'admin', id } });
  if (scope.kind === 'station') {
    const params = { id: scope.stationKey, role };
    return id === null
      ? call(people.removeEmailFromStation, { params, query })
      : call(people.removeFromStation, { params: { ...params, userId: id } });
  }
  if (role === 'staff') throw new Error('There is no staff of an account');
  const params = { id: scope.accountKey, role };
  return id === null
    ? call(people.removeEmailFromAccount, { params, query })
    : call(people.removeFromAccount, { params: { ...params, userId: id } });
};

/** Removes a member's role, by user id, or by e-mail if there is none. */
export const useRemove = (scope: Scope) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'membership.removeFailed',
    mutationFn: (removal: Removal) => remove(removal, scope),
    onSuccess: (list) => cachePeople(queries, scope, list),
  });
};

/** Withdraws an open invitation; its link stops working. */
export const useWithdraw = (scope: Scope) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'invitation.withdrawFailed',
    mutationFn: (token: string) => {
      if (scope.kind === 'portal') return call(people.withdrawFromPortal, { params: { token } });
      if (scope.kind === 'account')
        return call(people.withdrawFromAccount, { params: { id: scope.accountKey, token } });
      return call(people.withdrawFromStation, { params: { id: scope.stationKey, token } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(scope) }),
  });
};

export const myInvitesQuery = queryOptions({
  queryKey: ['inbox', 'invites'],
  queryFn: ({ signal }) => call(people.myInvites, {}, { signal }),
  staleTime: 60_000,
});

export const inviteQuery = (token: string) =>
  queryOptions({
    queryKey: ['inbox', 'invite', token],
    queryFn: ({ signal }) => call(people.invite, { params: { token } }, { signal }),
    throwOnError: false,
    retry: false,
  });

/** Accepts or rejects an invitation, then refetches the user's rights. */
export const useAnswerInvite = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'invitation.answerFailed',
    mutationFn: ({ token, answer }: { token: string; answer: 'accept' | 'reject' }) =>
      answer === 'accept' ? call(people.accept, { params: { token } }) : call(people.reject, { params: { token } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['session'] }),
    onSettled: () => queries.invalidateQueries({ queryKey: myInvitesQuery.queryKey }),
  });
};
