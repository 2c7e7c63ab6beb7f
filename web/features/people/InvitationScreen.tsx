import { Button, Group, Text } from '@mantine/core';
import { IconMailOff, IconMailOpened, IconUserX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { use, type ReactNode } from 'react';
import type { MyInvite } from '#contract/api/people.ts';
import { meQuery } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { asApiError, type ApiError } from '#web/lib/api-error.ts';
import { moment } from '#web/lib/format.ts';
import { SignOutContext } from '#web/lib/sign-out.ts';
import { inviteQuery, useAnswerInvite } from '#web/parts/people-queries.ts';
import { describeRole } from '#web/parts/people-scope.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { inviteTarget, invitePath } from './shared/invite-target.ts';

const route = getRouteApi('/shell/invitations/$token');

/** `/invitations/{token}`: an invitation's sender, scope and role, to accept or reject. */
export const InvitationScreen = () => {
  usePageTitle('Invitation');
  const { token } = route.useParams();
  const { data: invite, error, isPending } = useQuery(inviteQuery(token));
  if (isPending) return <ScreenSkeleton />;
  return <Surface>{invite ? <InvitationPanel invite={invite} /> : <Refused error={asApiError(error)} />}</Surface>;
};

const InvitationPanel = ({ invite }: { invite: MyInvite }) => {
  const { token } = route.useParams();
  const answer = useAnswerInvite();
  const navigate = useNavigate();
  // Awaited here, not in a callback: once answered, this screen re-renders as a used invitation.
  const submit = async (to: 'accept' | 'reject'): Promise<void> => {
    await answer.mutateAsync({ token, answer: to });
    toastSuccess(to === 'accept' ? `Welcome to ${inviteTarget(invite)}.` : 'Invitation rejected.');
    await navigate({ to: to === 'accept' ? (invitePath(invite) as '/') : '/', replace: true });
  };
  return (
    <EmptyState
      icon={<IconMailOpened size={32} />}
      title={`${invite.invitedBy} invites you to ${inviteTarget(invite)}`}
      action={
        <Group>
          <Button
            variant="default"
            disabled={answer.isPending}
            onClick={() => void submit('reject').catch(() => undefined)}
          >
            Reject
          </Button>
          <Button loading={answer.isPending} onClick={() => void submit('accept').catch(() => undefined)}>
            Accept
          </Button>
        </Group>
      }
    >
      <Text>
        Role: <b>{invite.role}</b>. {describeRole(invite.scope, invite.role)}
      </Text>
      <Text size="sm" mt="xs">
        The invitation is valid until {moment(invite.expires)}.
      </Text>
    </EmptyState>
  );
};

const Refused = ({ error }: { error: ApiError }) => {
  const { data: me } = useQuery(meQuery);
  const signOut = use(SignOutContext);
  const home = (
    <Button variant="default" component={Link} to="/">
      Go to the start page
    </Button>
  );
  if (error.code === 'invitation.otherPerson')
    return (
      <Notice icon={<IconUserX size={32} />} title="This invitation is for someone else" action={home} more={signOut}>
        {error.message} You are signed in as {me?.email}.
      </Notice>
    );
  if (error.code === 'invitation.unverified')
    return (
      <Notice icon={<IconMailOff size={32} />} title="Please confirm your e-mail first" action={home}>
        {error.message}
      </Notice>
    );
  if (error.code === 'invitation.lapsed')
    return (
      <Notice icon={<IconMailOff size={32} />} title="This invitation is no longer valid" action={home}>
        {error.message}
      </Notice>
    );
  if (error.status >= 500) throw error;
  return (
    <Notice icon={<IconMailOff size={32} />} title="This invitation is no longer valid" action={home}>
      It was already used, was withdrawn or has expired. Ask for a new one.
    </Notice>
  );
};

type NoticeProps = {
  icon: ReactNode;
  title: string;
  action: ReactNode;
  more?: () => Promise<void>;
  children: ReactNode;
};

const Notice = ({ icon, title, action, more, children }: NoticeProps) => (
  <EmptyState
    icon={icon}
    title={title}
    action={
      <Group>
        {action}
        {more && <Button onClick={() => void more()}>Sign in as someone else</Button>}
      </Group>
    }
  >
    {children}
  </EmptyState>
);
