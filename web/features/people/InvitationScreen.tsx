import { Button, Group, Text } from '@mantine/core';
import { IconMailOff, IconMailOpened, IconUserX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { use, type ReactNode } from 'react';
import type { MyInvite } from '#contract/people.ts';
import { meQuery } from '#web/features/session/queries.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { asApiError, type ApiError } from '#web/lib/api-error.ts';
import { moment } from '#web/lib/format.ts';
import { SignOutContext } from '#web/lib/sign-out.ts';
import { inviteQuery, useAnswerInvite } from '#web/parts/people-queries.ts';
import { roleMeaning } from '#web/parts/people-scope.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { Waiting } from '#web/ui/Waiting.tsx';
import { placeOf, whereInvitedTo } from './shared/invite-words.ts';

const route = getRouteApi('/shell/invitations/$token');

/** `/invitations/{token}`: who invites the person, to what, as what; they accept or reject. */
export const InvitationScreen = () => {
  usePageTitle('Invitation');
  const { token } = route.useParams();
  const { data: invite, error, isPending } = useQuery(inviteQuery(token));
  if (isPending) return <Waiting />;
  return <Surface>{invite ? <Open invite={invite} /> : <Refused error={asApiError(error)} />}</Surface>;
};

const Open = ({ invite }: { invite: MyInvite }) => {
  const { token } = route.useParams();
  const answer = useAnswerInvite();
  const navigate = useNavigate();
  // What follows doesn't wait for this screen: an answered invitation is shown as one that is used.
  const go = async (to: 'accept' | 'reject'): Promise<void> => {
    await answer.mutateAsync({ token, answer: to });
    announceSuccess(to === 'accept' ? `Welcome to ${placeOf(invite)}.` : 'The invitation was rejected.');
    await navigate({ to: to === 'accept' ? (whereInvitedTo(invite) as '/') : '/', replace: true });
  };
  return (
    <Teach
      icon={<IconMailOpened size={32} />}
      title={`${invite.invitedBy} invites you to ${placeOf(invite)}`}
      action={
        <Group>
          <Button
            variant="default"
            disabled={answer.isPending}
            onClick={() => void go('reject').catch(() => undefined)}
          >
            Reject
          </Button>
          <Button loading={answer.isPending} onClick={() => void go('accept').catch(() => undefined)}>
            Accept
          </Button>
        </Group>
      }
    >
      <Text>
        As <b>{invite.role}</b>. {roleMeaning(invite.scope, invite.role)}
      </Text>
      <Text size="sm" mt="xs">
        The invitation is good until {moment(invite.expires)}.
      </Text>
    </Teach>
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
      <Said icon={<IconUserX size={32} />} title="This invitation is for somebody else" action={home} more={signOut}>
        {error.message} You are signed in as {me?.email}.
      </Said>
    );
  if (error.code === 'invitation.unverified')
    return (
      <Said icon={<IconMailOff size={32} />} title="Please confirm your e-mail first" action={home}>
        {error.message}
      </Said>
    );
  if (error.code === 'invitation.lapsed')
    return (
      <Said icon={<IconMailOff size={32} />} title="This invitation is not valid any more" action={home}>
        {error.message}
      </Said>
    );
  if (error.status >= 500) throw error;
  return (
    <Said icon={<IconMailOff size={32} />} title="This invitation is not valid any more" action={home}>
      It was used already, was withdrawn, or is older than 7 days. Ask for a new one.
    </Said>
  );
};

type SaidProps = { icon: ReactNode; title: string; action: ReactNode; more?: () => Promise<void>; children: ReactNode };

const Said = ({ icon, title, action, more, children }: SaidProps) => (
  <Teach
    icon={icon}
    title={title}
    action={
      <Group>
        {action}
        {more && <Button onClick={() => void more()}>Sign in as somebody else</Button>}
      </Group>
    }
  >
    {children}
  </Teach>
);
