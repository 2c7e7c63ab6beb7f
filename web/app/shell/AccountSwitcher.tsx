import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconList, IconPlus, IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AccountKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import { accountQuery } from '#web/features/accounts/queries.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import classes from './Navigation.module.css';

type AccountSwitcherProps = {
  accountKey: AccountKey;
  accounts: readonly { key: AccountKey; company: string }[];
};

/** Which account the navigation is about, and the way to another one. */
export const AccountSwitcher = ({ accountKey, accounts }: AccountSwitcherProps) => {
  const mine = accounts.find(({ key }) => key === accountKey);
  const other = useQuery({
    ...accountQuery(accountKey),
    enabled: !mine,
    throwOnError: false,
  });
  const name = mine?.company ?? other.data?.company;
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.switcher}>
          <Artwork name={name ?? '…'} size={28} />
          <span className={classes.name}>{name ?? '…'}</span>
          <VisuallyHidden>: change the account</VisuallyHidden>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={limits.dropdownMaxPx} style={{ overflowY: 'auto' }}>
        {accounts.map(({ key, company }) => (
          <Menu.Item
            key={key}
            leftSection={<Artwork name={company} size={22} />}
            renderRoot={(props) => <Link to="/accounts/$accountKey" params={{ accountKey: key }} {...props} />}
          >
            {company}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconList size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/accounts" {...props} />}
        >
          All accounts
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPlus size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/accounts/create" {...props} />}
        >
          Create an account
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
