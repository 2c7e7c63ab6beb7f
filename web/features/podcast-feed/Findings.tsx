import { Badge, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { FeedFinding } from '#contract/api/podcast-feed.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import classes from './PodcastFeed.module.css';

type FindingsProps = { findings: readonly FeedFinding[]; path: string; mayChange: boolean };

const kinds = {
  refused: { label: 'Error', color: 'red' },
  warning: { label: 'Warning', color: 'yellow' },
  advice: { label: 'Advice', color: 'gray' },
} as const;

/** The validation results of the feed, the worst first, each with its fix and a link to the field. */
export const Findings = ({ findings, path, mayChange }: FindingsProps) => {
  const refused = findings.filter(({ severity }) => severity === 'refused').length;
  return (
    <Surface title="Feed validation" description={summary(findings.length, refused)}>
      {findings.length === 0 ? (
        <EmptyState icon={<IconCircleCheck size={28} />} title="No issues">
          The feed meets the requirements of Apple Podcasts, Spotify and other directories.
        </EmptyState>
      ) : (
        <ul className={classes.findings}>
          {findings.map((finding) => (
            <li key={`${finding.code} ${finding.episode?.key ?? ''} ${finding.what}`} data-severity={finding.severity}>
              <Badge variant="light" color={kinds[finding.severity].color} className={classes.kind}>
                {kinds[finding.severity].label}
              </Badge>
              <div className={classes.words}>
                {finding.episode && (
                  <Text size="sm" c="dimmed">
                    {finding.episode.title || 'Episode without a title'}
                  </Text>
                )}
                <Text>{finding.what}</Text>
                <Text size="sm" c="dimmed">
                  {finding.fix}
                </Text>
              </div>
              <FixLink finding={finding} path={path} mayChange={mayChange} />
            </li>
          ))}
        </ul>
      )}
    </Surface>
  );
};

const summary = (all: number, refused: number): string => {
  if (all === 0) return 'Checked against the rules of Apple, Spotify and PSP-1.';
  return refused === 0
    ? 'Directories accept this feed. You can still improve it.'
    : 'Fix the errors below before submitting.';
};

/** A link to the field or episode to fix. */
const FixLink = ({
  finding: { field, episode },
  path,
  mayChange,
}: Omit<FindingsProps, 'findings'> & { finding: FeedFinding }) => {
  if (episode) {
    return (
      <Link className={classes.mend} to={`${path}/episodes/${episode.key}/edit` as '/'} hash={field ?? ''}>
        Open episode
      </Link>
    );
  }
  if (field === null || !mayChange) return null;
  const isMove = field === 'new_feed_url';
  return (
    <Link className={classes.mend} to={(isMove ? `${path}/rss` : `${path}/settings`) as '/'} hash={field}>
      Go to field
    </Link>
  );
};
