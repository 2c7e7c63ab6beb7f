import { useState } from 'react';
import { Waiting } from '#web/ui/Waiting.tsx';
import { AwayNotice } from '../LiveNumbers.tsx';
import { LiveWhere } from '../LiveWhere.tsx';
import { PortalStations } from '../PortalStations.tsx';
import { useLive } from '../use-live.ts';

/** The current listeners of the whole portal on the map, and its top stations. */
export const PortalHeard = () => {
  const [country, setCountry] = useState<string>();
  const { now, isAway, stations } = useLive('portal', country);
  if (!now && !isAway) return <Waiting />;
  return (
    <>
      {isAway && <AwayNotice isKnown={now !== undefined} />}
      {now && <LiveWhere now={now} outputs={false} country={country} onCountry={setCountry} />}
      {now && <PortalStations stations={stations} />}
    </>
  );
};
