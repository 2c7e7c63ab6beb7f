import { VisuallyHidden } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { meQuery } from '#web/features/session/queries.ts';
import { changelogQuery } from '../queries.ts';
import { useChangelogSeen } from './changelog-seen.ts';

type ChangelogLinkProps = { className: string | undefined; dotClass: string | undefined };

/** The way to what is new, with a dot while the person has not seen the latest entry; nothing while there is none. */
export const ChangelogLink = ({ className, dotClass }: ChangelogLinkProps) => {
  const { data: me } = useQuery(meQuery);
  const { data } = useQuery({ ...changelogQuery, throwOnError: false });
  const seen = useChangelogSeen(me?.id);
  const latest = data?.items[0];
  if (!latest) return null;
  return (
    <Link to="/changelog" className={className} activeOptions={{ exact: true }}>
      <IconSparkles size={19} aria-hidden />
      <span style={{ flex: 1 }}>What is new</span>
      {latest.id !== seen && (
        <span className={dotClass}>
          <VisuallyHidden>(unread)</VisuallyHidden>
        </span>
      )}
    </Link>
  );
};
