import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { WantedEmails } from '#contract/email-kinds.ts';
import { session } from '#contract/session.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

/** Which kinds of e-mails the user gets. */
export const wantedEmailsQuery = queryOptions({
  queryKey: ['session', 'wantedEmails'],
  queryFn: ({ signal }) => call(session.wantedEmails, {}, { signal }),
});

export const useChangeWantedEmails = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: WantedEmails) => call(session.changeWantedEmails, { body }),
    onSuccess: (wanted) => queries.setQueryData(wantedEmailsQuery.queryKey, wanted),
  });
};
