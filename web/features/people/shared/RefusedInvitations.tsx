import { Alert, List } from '@mantine/core';
import type { RefusedInvitation } from '#web/parts/people-queries.ts';

/** The addresses that were not invited, each with the reason; nothing if all were. */
export const RefusedInvitations = ({ refused }: { refused: readonly RefusedInvitation[] }) =>
  refused.length > 0 && (
    <Alert color="red" title="Not invited" role="alert">
      <List size="sm">
        {refused.map(({ email, message }) => (
          <List.Item key={email}>
            {email}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
