import { Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import type { InboxAlert } from '#contract/api/monitoring.ts';
import type { MyInvite } from '#contract/api/people.ts';
import type { Notification } from '#contract/api/portal.ts';
import { brand } from '#brand/brand.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { seenAs } from '#web/lib/see-as.ts';
import { Segments } from '#web/ui/form/Segments.tsx';
import classes from './Inbox.module.css';
import { AlertItem, InviteItem, NotificationItem } from './InboxItems.tsx';
import { useMarkNotificationsSeen, useMarkNotificationsUnseen } from './queries.ts';

const InboxHistory = lazy(() =>
  loadChunk(() => import('./InboxHistory.tsx')).then((part) => ({ default: part.InboxHistory })),
);

type InboxListProps = {
  invites: readonly MyInvite[];
  alerts: readonly InboxAlert[];
  notifications: readonly Notification[];
  onLeave: () => void;
};

/** Open alerts of stations, open invitations, what concerns the user, and news; what ended is in the history. */
export const InboxList = (props: InboxListProps) => {
  const [shown, show] = useState<'current' | 'history'>('current');
  const boxRef = useRef<HTMLDivElement>(null);
  useEffect(() => boxRef.current?.focus(), []);
  return (
    <div ref={boxRef} tabIndex={-1} role="dialog" aria-label="Inbox" className={classes.box}>
      <Group justify="space-between" gap="xs" className={classes.head}>
        <Segments
          size="xs"
          aria-label="Shown"
          value={shown}
          onChange={(value) => show(value as typeof shown)}
          data={[
            { value: 'current', label: 'Current' },
            { value: 'history', label: 'History' },
          ]}
        />
        <Link to="/profile/settings" hash="emails" className={classes.link} onClick={props.onLeave}>
          E-mail preferences
        </Link>
      </Group>
      {shown === 'current' ? (
        <Current {...props} />
      ) : (
        <Suspense>
          <InboxHistory onLeave={props.onLeave} />
        </Suspense>
      )}
    </div>
  );
};

const Current = ({ invites, alerts, notifications, onLeave }: InboxListProps) => {
  const open = alerts.filter(({ ended }) => ended === null);
  const { isNew, markUnread } = useRead(notifications);
  return (
    <>
      {invites.length + open.length + notifications.length === 0 && (
        <Text c="dimmed" ta="center" p="xl">
          No {listed}.
        </Text>
      )}
      {open.length > 0 && (
        <Section id="inbox-alerts" title="Alerts">
          {open.map((alert) => (
            <AlertItem key={alert.id} alert={alert} onLeave={onLeave} />
          ))}
        </Section>
      )}
      {invites.length > 0 && (
        <Section id="inbox-invitations" title="Invitations">
          {invites.map((invite) => (
            <InviteItem key={invite.token} invite={invite} onLeave={onLeave} />
          ))}
        </Section>
      )}
      {kinds.map(({ id, title, personal }) => {
        const own = notifications.filter((one) => one.personal === personal);
        if (own.length === 0) return null;
        return (
          <Section key={id} id={id} title={title}>
            {own.map((one) => (
              <NotificationItem
                key={one.id}
                notification={one}
                isNew={isNew(one)}
                onUnread={one.seen ? () => markUnread(one.id) : undefined}
              />
            ))}
          </Section>
        );
      })}
    </>
  );
};

/** What the inbox of this brand lists. */
const listed = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format([
  ...(brand.flags.stationAlerts ? ['alerts'] : []),
  'invitations',
  ...(brand.flags.portalContent ? ['notifications'] : []),
]);

const kinds = [
  { id: 'inbox-notifications', title: 'Notifications', personal: true },
  { id: 'inbox-news', title: 'News', personal: false },
] as const;

/**
 * Marks what is displayed as seen, once: what the user marks as unread stays so until the inbox is opened again. Who sees the
 * portal as another person marks nothing.
 */
const useRead = (notifications: readonly Notification[]) => {
  const { mutate: markSeen } = useMarkNotificationsSeen();
  const { mutate: markUnseen } = useMarkNotificationsUnseen();
  const [initiallyNew] = useState(() => new Set(notifications.filter(({ seen }) => !seen).map(({ id }) => id)));
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());
  const list = notifications
    .filter(({ id, seen }) => !seen && !unread.has(id))
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (list !== '' && !seenAs()) markSeen(list.split(','));
  }, [list, markSeen]);
  return {
    isNew: ({ id, seen }: Notification): boolean => initiallyNew.has(id) || !seen,
    markUnread: (id: string): void => {
      setUnread((ids) => new Set(ids).add(id));
      markUnseen([id]);
    },
  };
};

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <Title order={2} size="h6" id={id} className={classes.heading}>
      {title}
    </Title>
    {children}
  </section>
);
