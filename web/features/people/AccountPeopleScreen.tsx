import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { accountQuery } from '#web/parts/account-queries.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PeopleTable } from './shared/PeopleTable.tsx';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `/accounts/{accountKey}/people`: the owners and admins of an account, and open invitations. */
export const AccountPeopleScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  return (
    <>
      <PageHeader
        title="Team"
        windowTitle={`${account.company}: Team`}
        description="Owners and admins can access every station. Invite staff from their station."
      />
      <PeopleTable scope={{ kind: 'account', accountKey }} />
    </>
  );
};
