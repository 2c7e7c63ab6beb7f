import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { ListedPerson } from '#contract/api/listed-person.ts';
import { people, type PeopleRole } from '#contract/api/people.ts';
import { useAction } from '#web/lib/action.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { failureOf } from '#web/lib/error-of.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, endpointQuery, keyedQuery } from '#web/lib/endpoint-query.ts';
import type { Scope } from '#web/parts/people-scope.ts';

/** The members of a portal, account or station, and the people invited to it. */
export const peopleQuery = (scope: Scope) =>
  keyedQuery(peopleKey(scope), async ({ signal }): Promise<ListedPerson[]> => {
    if (scope.kind === 'portal') return (await call(people.ofPortal, {}, { signal })).people;
    if (scope.kind === 'account')
      return (await call(people.ofAccount, { params: { id: scope.accountKey } }, { signal })).people;
    return (await call(people.ofStation, { params: { id: scope.stationKey } }, { signal })).people;
  });

const peopleKey = (scope: Scope) => {
  if (scope.kind === 'portal') return endpointKey(people.ofPortal, {});
  if (scope.kind === 'account') return endpointKey(people.ofAccount, { params: { id: scope.accountKey } });
  return endpointKey(people.ofStation, { params: { id: scope.stationKey } });
};

/** The first of all users whose name or e-mail contains a text, for portal administrators. */
export const foundUsersQuery = (search: string) =>
  endpointQuery(people.users, { query: { pageNumber: 0, pageSize: 10, search } }, { staleTime: 30_000 });

/** The open invitations, with the tokens that withdraw them. */
export const invitesQuery = (scope: Scope) =>
  keyedQuery(invitesKey(scope), ({ signal }) => {
    if (scope.kind === 'portal') return call(people.portalInvites, {}, { signal });
    if (scope.kind === 'account') return call(people.accountInvites, { params: { id: scope.accountKey } }, { signal });
    return call(people.stationInvites, { params: { id: scope.stationKey } }, { signal });
  });

const invitesKey = (scope: Scope) => {
  if (scope.kind === 'portal') return endpointKey(people.portalInvites, {});
  if (scope.kind === 'account') return endpointKey(people.accountInvites, { params: { id: scope.accountKey } });
  return endpointKey(people.stationInvites, { params: { id: scope.stationKey } });
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
export const useInvite = (scope: Scope) =>
  useAction({
    failure: 'invitation.sendFailed',
    mutationFn: async (invitations: readonly Invitation[]): Promise<RefusedInvitation[]> => {
      const refused: RefusedInvitation[] = [];
      for (const one of invitations)
        await invite(one, scope).catch((thrown: unknown) => {
          const { text } = asApiError(failureOf('invitation.sendFailed', thrown));
          refused.push({ email: one.email, message: text });
        });
      return refused;
    },
  });

/** Everyone who works in an account, and where. */
export const everywhereQuery = (accountKey: AccountKey) =>
  endpointQuery(people.everywhere, { params: { id: accountKey } });

type StationInvitations = {
  emails: readonly string[];
  role: PeopleRole;
  message: string;
  stations: readonly { key: StationKey; name: string }[];
};

/** Invites several people to several stations, one after the other; returns those that were refused, with the reason. */
export const useInviteToStations = () =>
  useAction({
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
  });

/** Changes a member's role: a higher one sends an invitation, a lower one applies immediately. */
export const useChangeRole = (scope: Scope) =>
  useAction({
    failure: 'membership.updateFailed',
    mutationFn: (invitation: Invitation) => invite(invitation, scope),
  });

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
export const useRemove = (scope: Scope) =>
  useAction({
    failure: 'membership.removeFailed',
    mutationFn: (removal: Removal) => remove(removal, scope),
  });

/** Withdraws an open invitation; its link stops working. */
export const useWithdraw = (scope: Scope) =>
  useAction({
    failure: 'invitation.withdrawFailed',
    mutationFn: (token: string) => {
      if (scope.kind === 'portal') return call(people.withdrawFromPortal, { params: { token } });
      if (scope.kind === 'account')
        return call(people.withdrawFromAccount, { params: { id: scope.accountKey, token } });
      return call(people.withdrawFromStation, { params: { id: scope.stationKey, token } });
    },
  });

export const myInvitesQuery = endpointQuery(people.myInvites, {}, { staleTime: 60_000 });

export const inviteQuery = (token: string) =>
  endpointQuery(people.invite, { params: { token } }, { throwOnError: false, retry: false });

/** Accepts or rejects an invitation, then refetches the user's rights. */
export const useAnswerInvite = () =>
  useAction({
    failure: 'invitation.answerFailed',
    mutationFn: ({ token, answer }: { token: string; answer: 'accept' | 'reject' }) =>
      answer === 'accept' ? call(people.accept, { params: { token } }) : call(people.reject, { params: { token } }),
  });
