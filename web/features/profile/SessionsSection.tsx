import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { SessionEntry } from '#contract/api/sign-in.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { moment } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { sessionsQuery, signInQuery, useEndOtherSessions, useEndSession } from './sign-in-queries.ts';

/** The user's sign-in sessions, each with a sign-out button. */
export const SessionsSection = () => {
  const { data: state } = useSuspenseQuery(signInQuery);
  const { data: sessions } = useSuspenseQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();
  const isExternal = state.provider === 'external';
  return (
    <Surface
      id="sessions"
      title="Sessions"
      description="Devices where you are signed in. Sessions end after 30 days at the latest."
      actions={
        sessions.length > 1 && (
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() =>
              endOthers.mutate(undefined, { onSuccess: () => toastSuccess('Signed out everywhere else.') })
            }
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      {isExternal ? (
        <Text>Sessions are managed by this portal’s sign-in service.</Text>
      ) : (
        <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </Stack>
      )}
    </Surface>
  );
};

const SessionRow = ({ session }: { session: SessionEntry }) => {
  const end = useEndSession();
  const { client, script, current, address, place, started, last_used } = session;
  const name = client === '' ? 'Unknown device' : client;
  const details = [place.city, place.country, address].filter((part) => part !== '').join(', ');
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {current && <Badge color="green">This session</Badge>}
          {script && <Badge color="gray">Script</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {details}
        </Text>
        <Text size="sm" c="dimmed">
          Signed in {moment(started)}, last used {moment(last_used)}
        </Text>
      </div>
      {!current && (
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          loading={end.isPending}
          aria-label={`Sign out ${name}, signed in ${moment(started)}`}
          onClick={() => end.mutate(session.id, { onSuccess: () => toastSuccess(`${name} signed out.`) })}
        >
          Sign out
        </Button>
      )}
    </Group>
  );
};
