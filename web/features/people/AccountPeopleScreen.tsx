import { Box } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '#web/features/session/queries.ts';
import { accountQuery } from '#web/parts/account-queries.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { WhoWorksWhere } from './WhoWorksWhere.tsx';
import { PeopleTable } from './shared/PeopleTable.tsx';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `/accounts/{accountKey}/people`: the owners and admins of an account, and open invitations. */
export const AccountPeopleScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const mayInvite = useMay('account.managePeople', { accountKey }) && !account.suspended;
  return (
    <>
      <PageHeader
        title="Team"
        windowTitle={`${account.company}: Team`}
        description="Owners and admins can access every station; staff work at theirs. Portal administrators also have access."
      />
      <PeopleTable scope={{ kind: 'account', accountKey }} />
      <Box mt="lg">
        <WhoWorksWhere accountKey={accountKey} mayInvite={mayInvite} />
      </Box>
    </>
  );
};
