import { Button, Group, Text } from '@mantine/core';
import { IconMailCheck, IconMailOff, IconUserX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { use } from 'react';
import { meQuery } from '#web/features/session/queries.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { asApiError, type ApiError } from '#web/lib/api-error.ts';
import { SignOutContext } from '#web/lib/sign-out.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { Waiting } from '#web/ui/Waiting.tsx';
import { emailLinkQuery, useConfirmEmail } from './confirm-email-queries.ts';

const route = getRouteApi('/shell/confirm-email/$token');

/** `/confirm-email/{token}`: the link in the letter to a new e-mail, for who asked for it and is signed in. */
export const ConfirmEmailScreen = () => {
  usePageTitle('Confirm your new e-mail');
  const { token } = route.useParams();
  const { data: change, error, isPending } = useQuery(emailLinkQuery(token));
  if (isPending) return <Waiting />;
  return <Surface>{change ? <Open {...change} /> : <Refused error={asApiError(error)} />}</Surface>;
};

const Open = ({ email, was }: { email: string; was: string }) => {
  const { token } = route.useParams();
  const confirm = useConfirmEmail();
  const navigate = useNavigate();
  const use = async (): Promise<void> => {
    await confirm.mutateAsync(token);
    announceSuccess(`You sign in with ${email} from now on.`);
    await navigate({ to: '/profile/settings', hash: 'email', replace: true });
  };
  return (
    <Teach
      icon={<IconMailCheck size={32} />}
      title="Confirm your new e-mail"
      action={
        <Group>
          <Button variant="default" component={Link} to="/profile/settings">
            Keep {was}
          </Button>
          <Button loading={confirm.isPending} onClick={() => void use().catch(() => undefined)}>
            Use this e-mail
          </Button>
        </Group>
      }
    >
      <Text>
        <b>{email}</b> replaces {was}. You sign in with it from then on.
      </Text>
    </Teach>
  );
};

const Refused = ({ error }: { error: ApiError }) => {
  const { data: me } = useQuery(meQuery);
  const signOut = use(SignOutContext);
  const isOfAnother = error.code === 'profile.linkOfAnother';
  if (!isOfAnother && error.status >= 500) throw error;
  return (
    <Teach
      icon={isOfAnother ? <IconUserX size={32} /> : <IconMailOff size={32} />}
      title={error.title}
      action={
        <Group>
          <Button variant="default" component={Link} to="/profile/settings">
            Go to your profile
          </Button>
          {isOfAnother && <Button onClick={() => void signOut()}>Sign in as somebody else</Button>}
        </Group>
      }
    >
      {error.message} {isOfAnother && `You are signed in as ${me?.email ?? ''}.`}
    </Teach>
  );
};
