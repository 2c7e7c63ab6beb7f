import { Button, Group, Text, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { InboxAlert } from '#contract/monitoring.ts';
import type { MyInvite } from '#contract/people.ts';
import type { Notification } from '#contract/portal.ts';
import { brand } from '#brand/brand.ts';
import { useAnswerInvite } from '#web/parts/people-queries.ts';
import { alertLabels } from '#web/features/monitoring/shared/alert-labels.ts';
import { inviteTarget, invitePath } from '#web/features/people/shared/invite-target.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { moment } from '#web/lib/format.ts';
import { useMarkNotificationsSeen } from './queries.ts';
import classes from './Inbox.module.css';

type InboxListProps = {
  invites: readonly MyInvite[];
  alerts: readonly InboxAlert[];
  notifications: readonly Notification[];
  onLeave: () => void;
};

/** Alerts of stations, open invitations, then what concerns the user, and news; displayed ones are marked as seen. */
export const InboxList = ({ invites, alerts, notifications, onLeave }: InboxListProps) => {
  const { mutate: markSeen } = useMarkNotificationsSeen();
  const [initiallyNew] = useState(() => new Set(notifications.filter(({ seen }) => !seen).map(({ id }) => id)));
  const unseen = notifications.filter(({ seen }) => !seen).map(({ id }) => id);
  const list = unseen.join();
  const boxRef = useRef<HTMLDivElement>(null);
  useEffect(() => boxRef.current?.focus(), []);
  useEffect(() => {
    if (list !== '') markSeen(list.split(','));
  }, [list, markSeen]);
  return (
    <div ref={boxRef} tabIndex={-1} role="dialog" aria-label="Inbox" className={classes.box}>
      {invites.length + alerts.length + notifications.length === 0 && (
        <Text c="dimmed" ta="center" p="xl">
          {brand.flags.portalContent ? 'No invitations or notifications.' : 'No invitations.'}
        </Text>
      )}
      {alerts.length > 0 && (
        <section aria-labelledby="inbox-alerts">
          <Title order={2} size="h6" id="inbox-alerts" className={classes.heading}>
            Alerts
          </Title>
          {alerts.map((alert) => (
            <AlertItem key={alert.id} alert={alert} onLeave={onLeave} />
          ))}
        </section>
      )}
      {invites.length > 0 && (
        <section aria-labelledby="inbox-invitations">
          <Title order={2} size="h6" id="inbox-invitations" className={classes.heading}>
            Invitations
          </Title>
          {invites.map((invite) => (
            <InviteItem key={invite.token} invite={invite} onLeave={onLeave} />
          ))}
        </section>
      )}
      {kinds.map(({ id, title, personal }) => {
        const own = notifications.filter((one) => one.personal === personal);
        if (own.length === 0) return null;
        return (
          <section key={id} aria-labelledby={id}>
            <Title order={2} size="h6" id={id} className={classes.heading}>
              {title}
            </Title>
            {own.map((one) => (
              <NotificationItem key={one.id} notification={one} isNew={initiallyNew.has(one.id) || !one.seen} />
            ))}
          </section>
        );
      })}
    </div>
  );
};

const kinds = [
  { id: 'inbox-notifications', title: 'Notifications', personal: true },
  { id: 'inbox-news', title: 'News', personal: false },
] as const;

const AlertItem = ({ alert, onLeave }: { alert: InboxAlert; onLeave: () => void }) => {
  const { kind, began, ended, count: times, station } = alert;
  return (
    <article className={classes.item} data-level={ended === null ? 'warning' : undefined}>
      <Group gap={8} wrap="nowrap" align="baseline">
        {ended === null && <span className={classes.dot} role="img" aria-label="Open" />}
        <Text size="sm" fw={600} flex={1}>
          {alertLabels[kind].name}
          {times > 1 && ` × ${times}`}
        </Text>
        <Text size="xs" c="dimmed" className={classes.when}>
          {moment(began)}
        </Text>
      </Group>
      <Text size="sm" mt={2}>
        <Link
          to={`/accounts/${station.account_key}/stations/${station.key}` as '/'}
          className={classes.link}
          onClick={onLeave}
        >
          {station.name}
        </Link>{' '}
        {ended === null ? 'has not recovered yet' : `until ${moment(ended)}`}
      </Text>
    </article>
  );
};

const InviteItem = ({ invite, onLeave }: { invite: MyInvite; onLeave: () => void }) => {
  const answer = useAnswerInvite();
  const navigate = useNavigate();
  const accept = (): void =>
    answer.mutate(
      { token: invite.token, answer: 'accept' },
      {
        onSuccess: () => {
          toastSuccess(`Welcome to ${inviteTarget(invite)}.`);
          onLeave();
          void navigate({ to: invitePath(invite) as '/' });
        },
      },
    );
  const reject = (): void =>
    answer.mutate({ token: invite.token, answer: 'reject' }, { onSuccess: () => toastSuccess('Invitation rejected.') });
  return (
    <article className={classes.item}>
      <Text size="sm">
        <b>{invite.invitedBy}</b> invites you to <b>{inviteTarget(invite)}</b> as {invite.role}.
      </Text>
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          loading={answer.isPending}
          onClick={accept}
          aria-label={`Accept invitation to ${inviteTarget(invite)}`}
        >
          Accept
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={answer.isPending}
          onClick={reject}
          aria-label={`Reject invitation to ${inviteTarget(invite)}`}
        >
          Reject
        </Button>
      </Group>
    </article>
  );
};

const NotificationItem = ({ notification, isNew }: { notification: Notification; isNew: boolean }) => (
  <article className={classes.item} data-level={notification.level}>
    <Group gap={8} wrap="nowrap" align="baseline">
      {isNew && <span className={classes.dot} role="img" aria-label="New" />}
      <Text size="sm" fw={600} flex={1}>
        {notification.title}
      </Text>
      <Text size="xs" c="dimmed" className={classes.when}>
        {moment(notification.published)}
      </Text>
    </Group>
    {notification.text !== '' && (
      <Text size="sm" mt={2} className={classes.text}>
        {notification.text}
      </Text>
    )}
    {notification.link !== '' && (
      <a href={hrefOf(notification.link)} target="_blank" rel="noreferrer" className={classes.link}>
        Read more
      </a>
    )}
  </article>
);

/** Adds https:// to a link without a protocol. */
const hrefOf = (link: string): string => (/^https?:\/\//i.test(link) ? link : `https://${link}`);
