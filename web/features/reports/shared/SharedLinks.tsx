import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unknownValue } from '#contract/api/audience-filter.ts';
import type { SharedLink } from '#contract/api/shared-links.ts';
import { count, day, moment } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CopyButton } from '#web/ui/CopyField.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QuietTable } from '#web/ui/table/QuietTable.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { urlOf } from '../ShareDialog.tsx';
import { linksQuery, useLinks, type LinksScope } from '../shared-links-queries.ts';
import classes from '../SharedLinks.module.css';

const colors = { active: 'green', expired: 'gray', revoked: 'gray' } as const;
const names = { active: 'Valid', expired: 'Expired', revoked: 'Revoked' } as const;

/** The links that show statistics without an account, with their use, and the action that revokes them. */
export const SharedLinks = ({ place }: { place: LinksScope }) => {
  const { data } = useQuery(linksQuery(place));
  const { revoke } = useLinks(place);
  const [revoked, setRevoked] = useState<SharedLink>();
  if (!data) return null;
  const close = (): void => setRevoked(undefined);
  return (
    <Surface
      id="links"
      mt="lg"
      title="Shared links"
      description="Anyone with a valid link sees its view without signing in."
      flush={data.length > 0}
    >
      {data.length === 0 ? (
        <EmptyState icon={<IconLink size={30} />} title="No shared links">
          Choose “Share a link” in the Views menu of the streaming analytics to show the current view to somebody
          without an account.
        </EmptyState>
      ) : (
        <div className={classes.root}>
          <QuietTable aria-label="Shared links">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Link</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>Opened</Table.Th>
                <Table.Th aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((link) => (
                <Row key={link.id} link={link} onRevoke={setRevoked} />
              ))}
            </Table.Tbody>
          </QuietTable>
        </div>
      )}
      <ConfirmDialog
        opened={revoked !== undefined}
        title="Revoke this link?"
        confirm="Revoke"
        danger
        busy={revoke.isPending}
        onClose={close}
        onConfirm={() =>
          revoked && revoke.mutate(revoked.id, { onSuccess: () => (close(), toastSuccess('Link revoked.')) })
        }
      >
        Whoever opens it sees nothing any more. It cannot be made valid again.
      </ConfirmDialog>
    </Surface>
  );
};

type RowProps = { link: SharedLink; onRevoke: (link: SharedLink) => void };

const Row = ({ link, onRevoke }: RowProps) => (
  <Table.Tr>
    <Table.Td>
      <Text fw={600} size="sm">
        {link.name}
      </Text>
      <Text c="dimmed" size="sm">
        {[link.title, ...filtersOf(link.view)].join(' · ')}
      </Text>
    </Table.Td>
    <Table.Td>
      <Badge color={colors[link.state]} variant="light">
        {names[link.state]}
      </Badge>
      <Text c="dimmed" size="sm">
        {link.state === 'active' ? `until ${day(link.expires)}` : `since ${day(link.created)}`}
        {link.by !== '' && `, by ${link.by}`}
      </Text>
    </Table.Td>
    <Table.Td>
      <Text size="sm">{count(link.opened, 'time')}</Text>
      {link.last_opened && (
        <Text c="dimmed" size="sm">
          last {moment(link.last_opened)}
        </Text>
      )}
    </Table.Td>
    <Table.Td>
      {link.state === 'active' && (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <CopyButton label={`Link ${link.name}`} value={urlOf(link)} />
          <Button variant="default" size="xs" onClick={() => onRevoke(link)} aria-label={`Revoke ${link.name}`}>
            Revoke
          </Button>
        </Group>
      )}
    </Table.Td>
  </Table.Tr>
);

const filterNames = ['country', 'city', 'device', 'player', 'system', 'output', 'referer'] as const;

const filtersOf = (view: SharedLink['view']): string[] =>
  filterNames.flatMap((name) => {
    const value = view[name];
    if (value === undefined) return [];
    return [value === unknownValue ? `unknown ${name}` : value.split('|').filter(Boolean).join(' ')];
  });
