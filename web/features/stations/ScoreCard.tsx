import { Progress, Text } from '@mantine/core';
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ScoreItemId, StationScore } from '#contract/api/station-score.ts';
import type { Station } from '#contract/api/stations.ts';
import { wording } from '#brand/wording.ts';
import { useMay } from '#web/features/session/queries.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { scoreQuery } from '#web/parts/station-queries.ts';
import classes from './ScoreCard.module.css';

/** The station score (spec §2): the points a station has and what earns more, each item linked to its screen. */
export const ScoreCard = ({ station }: { station: Station }) => {
  const isShown = useMay('station.readSettings', { accountKey: station.account_key, stationKey: station.key });
  const { data } = useQuery({ ...scoreQuery(station.key), enabled: isShown, throwOnError: false });
  const [showsAll, setShowsAll] = useState(false);
  if (!data) return null;
  const open = data.items.filter(({ done }) => !done);
  const done = data.items.filter((item) => item.done);
  return (
    <Surface title="Station score" description={`${data.score} of ${data.max} points`}>
      <Progress
        value={(data.score / data.max) * 100}
        size="sm"
        mb="md"
        aria-label={`${data.score} of ${data.max} points`}
      />
      {open.length === 0 && <Text size="sm">All done. Great work!</Text>}
      <ul className={classes.items}>
        {(showsAll ? open : open.slice(0, nextShown)).map((item) => (
          <Item key={item.id} item={item} station={station} />
        ))}
        {showsAll && done.map((item) => <Item key={item.id} item={item} station={station} />)}
      </ul>
      {data.items.length > Math.min(open.length, nextShown) && (
        <button type="button" className={classes.more} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show less' : `Show all ${data.items.length}`}
        </button>
      )}
    </Surface>
  );
};

/** The next steps; the others are a click away. */
const nextShown = 3;

const labels: Record<ScoreItemId, string> = {
  onAir: 'Go on the air',
  music: `Add ten tracks to the ${wording.AutoDJ}`,
  encoder: 'Connect an encoder',
  logo: 'Upload a logo',
  background: 'Upload a background',
  description: 'Add a description',
  place: 'Set country and time zone',
  website: 'Add the website',
  social: 'Link to social media',
  people: 'Invite a team member',
  adsTxt: 'Add your ads.txt sellers',
};

/** The screen of each item, relative to the station's page. */
const paths: Record<ScoreItemId, string> = {
  onAir: '/autodj',
  music: '/autodj',
  encoder: '#encoder',
  logo: '/settings/info',
  background: '/settings/info',
  description: '/settings/info',
  place: '/settings/info',
  website: '/settings/info',
  social: '/widget',
  people: '/settings/people',
  adsTxt: '/settings/ads',
};

const Item = ({ item, station }: { item: StationScore['items'][number]; station: Station }) => (
  <li data-done={item.done || undefined}>
    {item.done ? (
      <IconCircleCheckFilled size={20} className={classes.done} aria-hidden />
    ) : (
      <IconCircle size={20} className={classes.open} aria-hidden />
    )}
    <div className={classes.words}>
      <ItemLink item={item} station={station} />
      <Text size="xs" c="dimmed">
        {item.why}
      </Text>
    </div>
    <span className={`${classes.points} numbers`}>
      {item.done ? '' : '+'}
      {item.points}
      <span className={classes.hidden}> points{item.done ? ', done' : ''}</span>
    </span>
  </li>
);

const ItemLink = ({ item: { id, done }, station }: { item: StationScore['items'][number]; station: Station }) => {
  const path = paths[id];
  if (done) return <span className={classes.name}>{labels[id]}</span>;
  const base = `/accounts/${station.account_key}/stations/${station.key}`;
  const words = labels[id].split(' ');
  const inner = (
    <>
      {words.slice(0, -1).join(' ')}{' '}
      <span className={classes.last}>
        {words.at(-1)}
        <IconChevronRight size={15} aria-hidden className={classes.chevron} />
      </span>
    </>
  );
  return path.startsWith('#') ? (
    <a href={path} className={classes.link}>
      {inner}
    </a>
  ) : (
    <Link to={`${base}${path}` as '/'} className={classes.link}>
      {inner}
    </Link>
  );
};
