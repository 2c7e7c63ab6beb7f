import { UnstyledButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { brand } from '#brand/brand.ts';
import { myInvitesQuery } from '#web/parts/people-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { count } from '#web/lib/format.ts';
import { useLater } from '#web/lib/use-later.ts';
import { myAlertsQuery, notificationsQuery } from './queries.ts';
import classes from './Inbox.module.css';

const InboxList = lazy(() => loadChunk(() => import('./InboxList.tsx')).then((part) => ({ default: part.InboxList })));

/** A brand without portal content has no notifications, only invitations. */
const hasNotifications = brand.flags.portalContent;
const hasAlerts = brand.flags.stationAlerts;

/** The bell in the header with the number of invitations and new notifications; opens the list. */
export const Inbox = () => {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  // Alerts are mailed, too.
  const isLater = useLater();
  const { data: invites = [] } = useQuery({ ...myInvitesQuery, throwOnError: false });
  const { data: notifications = [] } = useQuery({ ...notificationsQuery, enabled: hasNotifications });
  const { data: alerts = [] } = useQuery({ ...myAlertsQuery, enabled: hasAlerts && (isOpen || isLater) });
  const open = alerts.filter(({ ended }) => ended === null).length;
  const unseen = notifications.filter(({ seen }) => !seen).length;
  const newCount = invites.length + unseen + open;
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOnOutside = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOnOutside);
    return () => document.removeEventListener('pointerdown', closeOnOutside);
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
          newCount === 0
            ? 'Inbox: nothing new'
            : `Inbox: ${count(invites.length, 'invitation')}${hasNotifications ? `, ${count(unseen, 'new notification')}` : ''}${open > 0 ? `, ${count(open, 'open alert')}` : ''}`
        }
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen((was) => !was)}
      >
        <IconBell size={20} aria-hidden />
        {newCount > 0 && (
          <span className={`${classes.count} numbers`} aria-hidden>
            {newCount > 99 ? '99+' : newCount}
          </span>
        )}
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <InboxList invites={invites} alerts={alerts} notifications={notifications} onLeave={close} />
        </Suspense>
      )}
    </div>
  );
};
