import { useQueryClient } from '@tanstack/react-query';
import type { WantedEmails } from '#contract/api/email-kinds.ts';
import { session } from '#contract/api/session.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** Which kinds of e-mails the user gets. */
export const wantedEmailsQuery = endpointQuery(session.wantedEmails, {});

export const useChangeWantedEmails = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: WantedEmails) => call(session.changeWantedEmails, { body }),
    onSuccess: (wanted) => queries.setQueryData(wantedEmailsQuery.queryKey, wanted),
  });
};
