import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
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

/** Who belongs there, and who is invited. */
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

/** The open invitations there; their tokens withdraw them. */
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

/** Takes over the list that a change answered with; the invitations, the rights and the checklist are read anew. */
const takeOver = (queries: QueryClient, scope: Scope, list: { people: ListedPerson[] }): void => {
  queries.setQueryData(peopleQuery(scope).queryKey, list.people);
  void queries.invalidateQueries({ queryKey: invitesQuery(scope).queryKey });
  void queries.invalidateQueries({ queryKey: ['session', 'me'] });
  if (scope.kind === 'account')
    void queries.invalidateQueries({ queryKey: ['accounts', scope.accountKey, 'checklist'] });
};

export type Invitation = { email: string; role: PeopleRole; first_name?: string; last_name?: string };

const invite = ({ email, role, ...body }: Invitation, scope: Scope) => {
  const query = { email };
  if (scope.kind === 'portal') return call(people.inviteToPortal, { params: { role: 'admin' }, query, body });
  if (scope.kind === 'account' && role !== 'staff')
    return call(people.inviteToAccount, { params: { id: scope.accountKey, role }, query, body });
  if (scope.kind === 'station')
    return call(people.inviteToStation, { params: { id: scope.stationKey, role }, query, body });
  throw new Error(`There is no ${role} in this scope`);
};

export type Refused = { email: string; message: string };

/** Invites several people, one after the other; answers with those who were refused, and why. */
export const useInvite = (scope: Scope) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'invitation.sendFailed',
    mutationFn: async (invitations: readonly Invitation[]): Promise<Refused[]> => {
      const refused: Refused[] = [];
      for (const one of invitations)
        await invite(one, scope)
          .then((list) => takeOver(queries, scope, list))
          .catch((thrown: unknown) => {
            const { text } = asApiError(failureOf('invitation.sendFailed', thrown));
            refused.push({ email: one.email, message: text });
          });
      return refused;
    },
  });
};

/** Gives a member another role: a higher one is offered by an invitation, a lower one holds at once. */
export const useChangeRole = (scope: Scope) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'membership.updateFailed',
    mutationFn: (invitation: Invitation) => invite(invitation, scope),
    onSuccess: (list) => takeOver(queries, scope, list),
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
    const at = { id: scope.stationKey, role };
    return id === null
      ? call(people.removeEmailFromStation, { params: at, query })
      : call(people.removeFromStation, { params: { ...at, userId: id } });
  }
  if (role === 'staff') throw new Error('There is no staff of an account');
  const at = { id: scope.accountKey, role };
  return id === null
    ? call(people.removeEmailFromAccount, { params: at, query })
    : call(people.removeFromAccount, { params: { ...at, userId: id } });
};

/** Takes a role from somebody, named by id, or by e-mail while there is no id. */
export const useRemove = (scope: Scope) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'membership.removeFailed',
    mutationFn: (removal: Removal) => remove(removal, scope),
    onSuccess: (list) => takeOver(queries, scope, list),
  });
};

/** Withdraws an open invitation; its link is good for nothing from then on. */
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

/** Accepts or rejects; what the person may see is being read anew when this has succeeded. */
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
