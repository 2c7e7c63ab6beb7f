import { Title, VisuallyHidden } from '@mantine/core';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { wording } from '#brand/wording.ts';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { NextUp } from './NextUp.tsx';
import classes from './AutoDjFrame.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/autodj');

/** `…/stations/{stationKey}/autodj`: the upcoming tracks and the tabs of the Auto DJ. */
export const AutoDjFrame = () => {
  const { accountKey, stationKey } = route.useParams();
  const base = `/accounts/${accountKey}/stations/${stationKey}/autodj`;
  return (
    <>
      <VisuallyHidden>
        <Title order={2}>{wording.AutoDJ}</Title>
      </VisuallyHidden>
      <div className={classes.line}>
        <PageTabs
          label={wording.AutoDJ}
          tabs={[
            { to: base, text: 'Playlist', exact: true },
            { to: `${base}/rotation`, text: 'Rotation' },
            { to: `${base}/schedule`, text: 'Schedule' },
            { to: `${base}/jingles`, text: 'Jingles' },
            { to: `${base}/requests`, text: 'Requests' },
            { to: `${base}/rules`, text: 'Playback rules' },
            { to: `${base}/log`, text: 'Log' },
          ]}
          isSecond
        />
        <NextUp stationKey={stationKey} />
      </div>
      <Outlet />
    </>
  );
};
