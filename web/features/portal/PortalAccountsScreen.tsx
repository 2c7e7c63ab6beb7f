import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { AccountsTable } from '#web/features/accounts/shared/AccountsTable.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** `/portal/accounts`: all accounts with their state and plan. */
export const PortalAccountsScreen = () => {
  const create = (
    <Button component={Link} to="/accounts/create" leftSection={<IconPlus size={18} aria-hidden />}>
      Create account
    </Button>
  );
  return (
    <>
      <PageHeader title="Accounts" description="All accounts on this portal" actions={create} />
      <AccountsTable create={create} />
    </>
  );
};
