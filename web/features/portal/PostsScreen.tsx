import { ActionIcon, Badge, Button, Text } from '@mantine/core';
import { IconNews, IconPlus, IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { planIds } from '#contract/rules/plans.ts';
import type { Post } from '#contract/api/portal.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { moment } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { postsQuery, useRemovePost } from './content-queries.ts';
import { nameOfPostPlan } from './post-plans.ts';
import classes from './PortalLists.module.css';

/** `/portal/posts`: news on the users' dashboards and its audience. */
export const PostsScreen = () => {
  const { data } = useSuspenseQuery(postsQuery);
  const table = useTableState();
  const [removing, setRemoving] = useState<Post>();
  const remove = useRemovePost();
  const columns = useMemo(() => columnsOf(setRemoving), []);
  const add = (
    <Button component={Link} to="/portal/posts/create" leftSection={<IconPlus size={18} aria-hidden />}>
      New post
    </Button>
  );
  return (
    <>
      <PageHeader title="Posts" description="News on the dashboards of selected users" actions={add} />
      <Surface flush>
        <DataTable
          label="Posts"
          columns={columns}
          rows={data}
          rowId={({ key }) => key}
          table={table}
          defaultSize={10}
          empty={
            <EmptyState icon={<IconNews size={30} />} title="No posts yet" action={add}>
              Posts are shown on the dashboard until dismissed, with an optional image and period, for the plans and
              languages you choose.
            </EmptyState>
          }
        />
      </Surface>
      <ConfirmDialog
        opened={removing !== undefined}
        title="Delete post?"
        confirm="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          removing &&
          remove.mutate(removing.key, {
            onSuccess: () => toastSuccess('Post deleted.'),
            onSettled: () => setRemoving(undefined),
          })
        }
        onClose={() => setRemoving(undefined)}
      >
        “{removing?.title}” and its image are removed for all users.
      </ConfirmDialog>
    </>
  );
};

/** The state of a post: upcoming, shown or ended. */
const stateOf = ({ startSending, stopSending, publishDate }: Post): { text: string; color: string } => {
  const now = Date.now();
  const from = startSending !== null && Date.parse(startSending) > Date.parse(publishDate) ? startSending : publishDate;
  if (Date.parse(from) > now) return { text: `From ${moment(from)}`, color: 'gray' };
  if (stopSending !== null && Date.parse(stopSending) <= now) return { text: 'Ended', color: 'gray' };
  return { text: stopSending === null ? 'Shown' : `Until ${moment(stopSending)}`, color: 'green' };
};

const audienceOf = ({ rules: { browserLanguage, plans } }: Post): string => {
  const part = (values: readonly string[], isNegated: boolean): string =>
    values.length === 0 ? '' : `${isNegated ? 'not ' : ''}${values.join(', ')}`;
  const names = plans.values.length > planIds.length ? [] : plans.values.map(nameOfPostPlan);
  const parts = [part(names, plans.isNegated), part(browserLanguage.values, browserLanguage.isNegated)];
  return parts.filter(Boolean).join(' · ') || 'Everyone';
};

const column = createColumnHelper<Post>();
const columnsOf = (remove: (post: Post) => void) => [
  column.accessor('title', {
    header: 'Title',
    cell: ({ row: { original: post } }) => (
      <Link to="/portal/posts/$postKey/edit" params={{ postKey: post.key }} className={classes.name}>
        {post.title}
      </Link>
    ),
  }),
  column.accessor((post) => stateOf(post).text, {
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => {
      const { text, color } = stateOf(original);
      return (
        <Badge color={color} miw="max-content">
          {text}
        </Badge>
      );
    },
  }),
  column.accessor('format', { header: 'Format' }),
  column.accessor(audienceOf, {
    id: 'audience',
    header: 'Audience',
    cell: ({ getValue }) => (
      <Text size="sm" maw={260}>
        {getValue()}
      </Text>
    ),
  }),
  column.accessor(({ seenBy }) => seenBy ?? 0, { id: 'seenBy', header: 'Dismissed by', meta: { align: 'end' } }),
  column.accessor('publishDate', {
    header: 'Published',
    cell: ({ getValue }) => <NoWrap>{moment(getValue())}</NoWrap>,
  }),
  column.display({
    id: 'actions',
    header: '',
    cell: ({ row: { original: post } }) => (
      <ActionIcon aria-label={`Delete ${post.title}`} onClick={() => remove(post)}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    ),
  }),
];
