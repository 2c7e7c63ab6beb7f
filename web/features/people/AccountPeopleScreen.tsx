import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { accountQuery } from '#web/parts/account-queries.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PeopleTable } from './shared/PeopleTable.tsx';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `/accounts/{accountKey}/people`: the owners and admins of an account, and who is invited. */
export const AccountPeopleScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  return (
    <>
      <PageHeader
        title="People"
        windowTitle={`${account.company}: People`}
        description="Owners and admins work in every station of the account. Staff are invited at their station."
      />
      <PeopleTable scope={{ kind: 'account', accountKey }} />
    </>
  );
};
