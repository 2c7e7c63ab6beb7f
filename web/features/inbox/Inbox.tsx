import { UnstyledButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { brand } from '#brand/brand.ts';
import { myInvitesQuery } from '#web/parts/people-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { count } from '#web/lib/format.ts';
import { notificationsQuery } from './queries.ts';
import classes from './Inbox.module.css';

const InboxList = lazy(() => loadChunk(() => import('./InboxList.tsx')).then((part) => ({ default: part.InboxList })));

/** The portal's own; a brand without them has the invitations only. */
const hasNotifications = brand.flags.portalContent;

/** The bell of the header: how many invitations and new notifications there are; what they say comes when it is pressed. */
export const Inbox = () => {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const { data: invites = [] } = useQuery({ ...myInvitesQuery, throwOnError: false });
  const { data: notifications = [] } = useQuery({ ...notificationsQuery, enabled: hasNotifications });
  const unseen = notifications.filter(({ seen }) => !seen).length;
  const news = invites.length + unseen;
  useEffect(() => {
    if (!isOpen) return undefined;
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  return (
    <div
      ref={root}
      className={classes.root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <UnstyledButton
        className={classes.bell}
        aria-label={
          news === 0
            ? 'Inbox: nothing new'
            : `Inbox: ${count(invites.length, 'invitation')}${hasNotifications ? `, ${count(unseen, 'new notification')}` : ''}`
        }
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen((was) => !was)}
      >
        <IconBell size={20} aria-hidden />
        {news > 0 && (
          <span className={`${classes.count} numbers`} aria-hidden>
            {news > 99 ? '99+' : news}
          </span>
        )}
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <InboxList invites={invites} notifications={notifications} onLeave={close} />
        </Suspense>
      )}
    </div>
  );
};
