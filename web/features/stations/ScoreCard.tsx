import { Progress, Text } from '@mantine/core';
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ScoreItemId, StationScore } from '#contract/station-score.ts';
import type { Station } from '#contract/stations.ts';
import { wording } from '#brand/wording.ts';
import { useMay } from '#web/features/session/queries.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { scoreQuery } from '#web/parts/station-queries.ts';
import classes from './ScoreCard.module.css';

/** The station score (spec §2): the points a station has, and what brings more, each leading to where it is done. */
export const ScoreCard = ({ station }: { station: Station }) => {
  const isShown = useMay('station.readSettings', { accountKey: station.account_key, stationKey: station.key });
  const { data } = useQuery({ ...scoreQuery(station.key), enabled: isShown, throwOnError: false });
  const [showsDone, setShowsDone] = useState(false);
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
      {open.length === 0 && <Text size="sm">Everything is done. Well made.</Text>}
      <ul className={classes.items}>
        {open.map((item) => (
          <Item key={item.id} item={item} station={station} />
        ))}
        {showsDone && done.map((item) => <Item key={item.id} item={item} station={station} />)}
      </ul>
      {done.length > 0 && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={showsDone}
          onClick={() => setShowsDone(!showsDone)}
        >
          {showsDone ? 'Hide what is done' : `Show what is done (${done.length})`}
        </button>
      )}
    </Surface>
  );
};

const words: Record<ScoreItemId, string> = {
  onAir: 'Be on the air',
  music: `Have ten tracks in the ${wording.AutoDJ}`,
  encoder: 'Connect an encoder',
  logo: 'Upload a logo',
  background: 'Upload a background',
  description: 'Describe the station',
  place: 'Say the country and the time zone',
  website: 'Name the website',
  social: 'Link to social media',
  people: 'Invite a second person',
  adsTxt: 'Name your ad sellers',
};

/** Where each is done, below the station's page. */
const places: Record<ScoreItemId, string> = {
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
      <Way item={item} station={station} />
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

const Way = ({ item: { id, done }, station }: { item: StationScore['items'][number]; station: Station }) => {
  const place = places[id];
  if (done) return <span className={classes.name}>{words[id]}</span>;
  const base = `/accounts/${station.account_key}/stations/${station.key}`;
  const inner = (
    <>
      {words[id]}
      <IconChevronRight size={15} aria-hidden className={classes.chevron} />
    </>
  );
  return place.startsWith('#') ? (
    <a href={place} className={classes.link}>
      {inner}
    </a>
  ) : (
    <Link to={`${base}${place}` as '/'} className={classes.link}>
      {inner}
    </Link>
  );
};
