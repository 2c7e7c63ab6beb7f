import { VisuallyHidden } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePreferences } from '#web/lib/preferences.ts';
import { latestChangeQuery } from '../queries.ts';

type ChangelogLinkProps = { className: string | undefined; badgeClass: string | undefined };

/** The link to the changelog, with a badge while the latest entry is unread; hidden while there are no entries. */
export const ChangelogLink = ({ className, badgeClass }: ChangelogLinkProps) => {
  const { data: latest } = useQuery({ ...latestChangeQuery, throwOnError: false });
  const { changelog: seen } = usePreferences();
  if (!latest) return null;
  return (
    <Link to="/changelog" className={className} activeOptions={{ exact: true }}>
      <IconSparkles size={19} aria-hidden />
      <span style={{ flex: 1 }}>What’s new</span>
      {latest !== seen && (
        <span className={badgeClass}>
          New<VisuallyHidden>: unread</VisuallyHidden>
        </span>
      )}
    </Link>
  );
};
