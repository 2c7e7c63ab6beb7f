import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { AccountsTable } from './shared/AccountsTable.tsx';

/** `/accounts`: the accounts a person may see. */
export const AccountsScreen = () => {
  const create = (
    <Button component={Link} to="/accounts/create" leftSection={<IconPlus size={18} aria-hidden />}>
      Create account
    </Button>
  );
  return (
    <>
      <PageHeader title="Accounts" description="Each holds its own stations, people and numbers." actions={create} />
      <AccountsTable create={create} />
    </>
  );
};
