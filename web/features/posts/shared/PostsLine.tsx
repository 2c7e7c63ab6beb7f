import { ActionIcon, Badge, CloseButton, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconNews } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { brand } from '#brand/brand.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { myPostsQuery, useDismissPost } from '../queries.ts';
import classes from './PostsLine.module.css';

const PostView = lazy(() => loadChunk(() => import('./PostView.tsx')).then((part) => ({ default: part.PostView })));

/** The first current post that the user has not dismissed, banners first: one line that opens it. */
export const PostsLine = () => {
  const { data } = useQuery({ ...myPostsQuery, enabled: brand.flags.portalContent, throwOnError: false });
  const dismiss = useDismissPost();
  const [openKey, setOpenKey] = useState<string>();
  const order = { banner: 0, large: 1, small: 2 } as const;
  const due = (data ?? []).filter(({ seen }) => !seen).toSorted((a, b) => order[a.format] - order[b.format]);
  const [post] = due;
  if (!post) return null;
  const isOpen = openKey === post.key;
  const toggle = (): void => setOpenKey(isOpen ? undefined : post.key);
  return (
    <section aria-label="Portal news" className={classes.root}>
      <div className={classes.line}>
        <IconNews size={18} aria-hidden className={classes.icon} />
        <UnstyledButton className={classes.title} aria-expanded={isOpen} onClick={toggle}>
          {post.title}
        </UnstyledButton>
        {due.length > 1 && (
          <Badge miw="max-content" color="gray">
            {due.length} posts
          </Badge>
        )}
        <ActionIcon onClick={toggle} aria-label={`${isOpen ? 'Hide' : 'Read'} “${post.title}”`} data-open={isOpen}>
          <IconChevronDown size={18} aria-hidden />
        </ActionIcon>
        <CloseButton onClick={() => dismiss.mutate(post.key)} aria-label={`Dismiss “${post.title}”`} />
      </div>
      {isOpen && (
        <Suspense>
          <PostView post={post} />
        </Suspense>
      )}
    </section>
  );
};
