import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { myInvitesQuery } from '#web/features/people/queries.ts';
import { count } from '#web/lib/format.ts';
import { InboxList } from './InboxList.tsx';
import { notificationsQuery } from './queries.ts';
import classes from './Inbox.module.css';

/** The bell of the header: how many invitations and new notifications there are, and what they say. */
export const Inbox = () => {
  const [isOpen, setOpen] = useState(false);
  const { data: invites = [] } = useQuery({ ...myInvitesQuery, throwOnError: false });
  const { data: notifications = [] } = useQuery(notificationsQuery);
  const unseen = notifications.filter(({ seen }) => !seen).length;
  const news = invites.length + unseen;
  const label =
    news === 0
      ? 'Inbox: nothing new'
      : `Inbox: ${count(invites.length, 'invitation')}, ${count(unseen, 'new notification')}`;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      shadow="lg"
      radius="lg"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <Indicator label={news > 99 ? '99+' : news} size={17} offset={6} disabled={news === 0} color="red">
          <ActionIcon
            size={40}
            aria-label={label}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen((was) => !was)}
          >
            <IconBell size={20} aria-hidden />
          </ActionIcon>
        </Indicator>
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label="Inbox" className={classes.box}>
        <InboxList invites={invites} notifications={notifications} onLeave={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
};
