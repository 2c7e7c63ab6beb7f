import { Button, Code, Group, SimpleGrid, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconShieldSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { AuditEntry } from '#contract/api/portal.ts';
import { moment } from '#web/lib/format.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { ExpandButton } from '#web/ui/table/ExpandButton.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { auditQuery } from './audit-queries.ts';
import type { AuditSearch } from './audit-search.ts';
import classes from './PortalLists.module.css';

const route = getRouteApi('/shell/portal/audit');
type Entry = z.infer<typeof AuditEntry>;

/** `/portal/audit`: the audit log, newest first. */
export const AuditScreen = () => {
  const search = route.useSearch();
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditQuery({
      search: search.search,
      action: search.action,
      from: search.from && new Date(`${search.from}T00:00:00`).toISOString(),
      to: search.to && new Date(`${search.to}T23:59:59.999`).toISOString(),
    }),
  );
  if (error && !data) throw error;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <>
      <PageHeader title="Audit log" description="All changes, by user. Entries cannot be changed or deleted." />
      <Surface mb="md">
        <Filters search={search} />
      </Surface>
      <Surface flush>
        {!data ? (
          <ScreenSkeleton />
        ) : entries.length === 0 ? (
          <EmptyState
            icon={<IconShieldSearch size={30} />}
            title={isFiltered ? 'No matching entries' : 'No entries yet'}
          >
            {isFiltered
              ? 'Try a shorter search term or a longer period.'
              : 'Every change made by a user is logged here.'}
          </EmptyState>
        ) : (
          <Entries entries={entries} />
        )}
        {hasNextPage && (
          <Group justify="center" p="md">
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show older entries
            </Button>
          </Group>
        )}
      </Surface>
    </>
  );
};

const Filters = ({ search }: { search: AuditSearch }) => {
  const navigate = route.useNavigate();
  const change = (to: Partial<AuditSearch>): void =>
    void navigate({ search: (from) => ({ ...from, ...to }), replace: true, resetScroll: false });
  const changeDebounced = useDebouncedCallback(change, 250);
  const text = (name: keyof AuditSearch) => ({
    defaultValue: search[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      changeDebounced({ [name]: currentTarget.value.trim() || undefined }),
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      <TextInput {...text('search')} label="User or object" description="Name, e-mail or ID" />
      <TextInput {...text('action')} label="Action" description="e.g. station.suspend" />
      <TextInput {...text('from')} type="date" label="From" description="In your time zone" />
      <TextInput {...text('to')} type="date" label="To" description="In your time zone" />
    </SimpleGrid>
  );
};

const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <Table aria-label="Audit log" highlightOnHover>
    <Table.Thead>
      <Table.Tr>
        <Table.Th visibleFrom="sm">When</Table.Th>
        <Table.Th visibleFrom="sm">Who</Table.Th>
        <Table.Th>What</Table.Th>
        <Table.Th visibleFrom="sm">On</Table.Th>
        <Table.Th w={44} hiddenFrom="sm">
          <VisuallyHidden>Details</VisuallyHidden>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </Table.Tbody>
  </Table>
);

/** On a phone, what happened is one line and who did it when another; the rest is a press away. */
const EntryRow = ({ entry }: { entry: Entry }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Table.Tr className={classes.entry} data-open={isOpen || undefined}>
      <Table.Td visibleFrom="sm">
        <NoWrap>{moment(entry.at)}</NoWrap>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" fw={600}>
          {entry.who.name || entry.who.email}
        </Text>
        {entry.who.name !== '' && (
          <Text size="xs" c="dimmed">
            {entry.who.email}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.what}>
        <Text size="sm" className={classes.line}>
          {entry.summary}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm" className={classes.line}>
          {moment(entry.at)} · {entry.who.name || entry.who.email}
        </Text>
        <Text size="xs" c="dimmed" className={classes.detail}>
          <code>{[entry.action, ...(entry.fields.length > 0 ? [entry.fields.join(', ')] : [])].join(' · ')}</code>
        </Text>
        <div className={`${classes.onPhone} ${classes.detail}`}>
          <Targets target={entry.target} />
        </div>
      </Table.Td>
      <Table.Td visibleFrom="sm" className={classes.what}>
        <Targets target={entry.target} />
      </Table.Td>
      <Table.Td hiddenFrom="sm" className={classes.toggle}>
        <ExpandButton isOpen={isOpen} onClick={() => setOpen(!isOpen)} />
      </Table.Td>
    </Table.Tr>
  );
};

const Targets = ({ target }: Pick<Entry, 'target'>) =>
  Object.entries(target).map(([name, value]) => (
    <Text key={name} size="xs" c="dimmed">
      {name} <Code>{value}</Code>
    </Text>
  ));
