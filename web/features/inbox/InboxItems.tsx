import { Button, Group, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { InboxAlert } from '#contract/api/monitoring.ts';
import type { MyInvite } from '#contract/api/people.ts';
import type { Notification } from '#contract/api/portal.ts';
import { useAnswerInvite } from '#web/parts/people-queries.ts';
import { alertLabels } from '#web/features/monitoring/shared/alert-labels.ts';
import { inviteTarget, invitePath } from '#web/features/people/shared/invite-target.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { moment } from '#web/lib/format.ts';
import classes from './Inbox.module.css';

/** An alert of a station, open or ended. */
export const AlertItem = ({ alert, onLeave }: { alert: InboxAlert; onLeave: () => void }) => {
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

/** An invitation, to accept or to reject. */
export const InviteItem = ({ invite, onLeave }: { invite: MyInvite; onLeave: () => void }) => {
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

type NotificationItemProps = {
  notification: Notification;
  isNew?: boolean;
  /** Marks it as unread; undefined where it cannot be. */
  onUnread?: (() => void) | undefined;
};

/** What the user, or everyone, was notified of. */
export const NotificationItem = ({ notification, isNew = false, onUnread }: NotificationItemProps) => (
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
    <Group gap="md" justify="space-between">
      {notification.link === '' ? (
        <span />
      ) : (
        <a href={hrefOf(notification.link)} target="_blank" rel="noreferrer" className={classes.link}>
          Read more
        </a>
      )}
      {onUnread && (
        <button
          type="button"
          className={classes.unread}
          aria-label={`Mark as unread: ${notification.title}`}
          onClick={onUnread}
        >
          Mark as unread
        </button>
      )}
    </Group>
  </article>
);

/** Adds https:// to a link without a protocol. */
const hrefOf = (link: string): string => (/^https?:\/\//i.test(link) ? link : `https://${link}`);
