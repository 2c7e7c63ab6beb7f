import { VisuallyHidden } from '@mantine/core';
import { IconList, IconPlus, IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AccountKey } from '#contract/rules/keys.ts';
import { accountQuery } from '#web/parts/account-queries.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { DropGroup, DropItem, DropMenu } from '#web/ui/menu/DropMenu.tsx';
import { useNavPlace } from './nav-place.ts';
import classes from './Navigation.module.css';

type AccountSwitcherProps = {
  accountKey: AccountKey;
  /** The user's own accounts; undefined while they load. */
  accounts: readonly { key: AccountKey; company: string; logo: string | null }[] | undefined;
};

/** The account that the navigation shows, with a menu to switch to another. */
export const AccountSwitcher = ({ accountKey, accounts: loaded }: AccountSwitcherProps) => {
  const accounts = loaded ?? [];
  const own = accounts.find(({ key }) => key === accountKey);
  const other = useQuery({
    ...accountQuery(accountKey),
    enabled: loaded !== undefined && !own,
    throwOnError: false,
  });
  const shown = own ?? other.data;
  const name = shown?.company ?? '…';
  const isCurrent = useNavPlace() === '/accounts';
  return (
    <div className={classes.switching}>
      <DropMenu
        label="Accounts"
        side="start"
        width={232}
        buttonClass={isCurrent ? `${classes.switcher} ${classes.current}` : classes.switcher}
        button={
          <>
            <Artwork name={name} src={shown?.logo ?? undefined} size={28} />
            <span className={classes.name}>{name}</span>
            <VisuallyHidden>: switch account</VisuallyHidden>
            <IconSelector size={16} aria-hidden />
          </>
        }
      >
        <DropGroup>
          {accounts.map(({ key, company, logo }) => (
            <DropItem
              key={key}
              icon={<Artwork name={company} src={logo ?? undefined} size={22} />}
              link={(props) => <Link to="/accounts/$accountKey" params={{ accountKey: key }} {...props} />}
            >
              {company}
            </DropItem>
          ))}
        </DropGroup>
        <DropGroup>
          <DropItem icon={<IconList size={16} aria-hidden />} link={(props) => <Link to="/accounts" {...props} />}>
            All accounts
          </DropItem>
          <DropItem
            icon={<IconPlus size={16} aria-hidden />}
            link={(props) => <Link to="/accounts/create" {...props} />}
          >
            Create account
          </DropItem>
        </DropGroup>
      </DropMenu>
    </div>
  );
};
