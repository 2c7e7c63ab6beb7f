import { Button, Group, Text } from '@mantine/core';
import { IconMailCheck, IconMailOff, IconUserX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { use } from 'react';
import { meQuery } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { asApiError, type ApiError } from '#web/lib/api-error.ts';
import { SignOutContext } from '#web/lib/sign-out.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { emailLinkQuery, useConfirmEmail } from './confirm-email-queries.ts';

const route = getRouteApi('/shell/confirm-email/$token');

/** `/confirm-email/{token}`: the link sent to a new e-mail address, for the signed-in user who requested it. */
export const ConfirmEmailScreen = () => {
  usePageTitle('Confirm your new e-mail');
  const { token } = route.useParams();
  const { data: change, error, isPending } = useQuery(emailLinkQuery(token));
  if (isPending) return <ScreenSkeleton />;
  return <Surface>{change ? <ConfirmPanel {...change} /> : <Refused error={asApiError(error)} />}</Surface>;
};

const ConfirmPanel = ({ email, was }: { email: string; was: string }) => {
  const { token } = route.useParams();
  const confirm = useConfirmEmail();
  const navigate = useNavigate();
  const applyEmail = async (): Promise<void> => {
    await confirm.mutateAsync(token);
    toastSuccess(`You now sign in with ${email}.`);
    await navigate({ to: '/profile/settings', hash: 'email', replace: true });
  };
  return (
    <EmptyState
      icon={<IconMailCheck size={32} />}
      title="Confirm your new e-mail"
      action={
        <Group>
          <Button variant="default" component={Link} to="/profile/settings">
            Keep {was}
          </Button>
          <Button loading={confirm.isPending} onClick={() => void applyEmail().catch(() => undefined)}>
            Use this e-mail
          </Button>
        </Group>
      }
    >
      <Text>
        <b>{email}</b> replaces {was} as your sign-in e-mail.
      </Text>
    </EmptyState>
  );
};

const Refused = ({ error }: { error: ApiError }) => {
  const { data: me } = useQuery(meQuery);
  const signOut = use(SignOutContext);
  const isOtherUser = error.code === 'profile.linkOfAnother';
  if (!isOtherUser && error.status >= 500) throw error;
  return (
    <EmptyState
      icon={isOtherUser ? <IconUserX size={32} /> : <IconMailOff size={32} />}
      title={error.title}
      action={
        <Group>
          <Button variant="default" component={Link} to="/profile/settings">
            Go to your profile
          </Button>
          {isOtherUser && <Button onClick={() => void signOut()}>Sign in as someone else</Button>}
        </Group>
      }
    >
      {error.message} {isOtherUser && `You are signed in as ${me?.email ?? ''}.`}
    </EmptyState>
  );
};
