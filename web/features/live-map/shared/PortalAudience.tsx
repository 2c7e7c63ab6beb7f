import { useState } from 'react';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { UnavailableNotice } from '#web/features/live-map/LiveStatRow.tsx';
import { LiveLocations } from '#web/features/live-map/LiveLocations.tsx';
import { PortalStations } from '../PortalStations.tsx';
import { useLive } from '../use-live.ts';

/** The current listeners of the whole portal on the map, and its top stations. */
export const PortalAudience = () => {
  const [country, setCountry] = useState<string>();
  const { now, isUnavailable, stations } = useLive('portal', country);
  if (!now && !isUnavailable) return <ScreenSkeleton />;
  return (
    <>
      {isUnavailable && <UnavailableNotice isKnown={now !== undefined} />}
      {now && <LiveLocations now={now} outputs={false} country={country} onCountry={setCountry} />}
      {now && <PortalStations stations={stations} />}
    </>
  );
};
